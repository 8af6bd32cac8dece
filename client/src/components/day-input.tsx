import { Input, type InputProps } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isDay } from '../../../shared/shop-days.ts';
import { useUrlParam } from '../lib/url-state.ts';

const PAUSE_MS = 300;

export interface DayInputProps
  extends Omit<InputProps, 'type' | 'value' | 'defaultValue' | 'min' | 'max' | 'onChange'> {
  /** The search parameter that keeps the day. */
  param: string;
  /** The first day that may be chosen, as `2026-07-31`. */
  min?: string | undefined;
  /** The last one. */
  max?: string | undefined;
}

/**
 * A day kept in the URL, chosen with the browser's own picker in its language or typed. It is applied when typing pauses or moves
 * on, not while half typed; left half typed, or where it may not be, it is marked and says why. The browser alone knows how far a
 * day is typed, so that the field is neither made anew by its own change nor written to.
 */
export function DayInput({ param, min = '2000-01-01', max = '2099-12-31', ...rest }: DayInputProps) {
  const [given, apply] = useUrlParam(param, { replace: true });
  const day = isDay(given) ? given : '';
  const field = useRef<HTMLInputElement>(null);
  const lastApplied = useRef(day);
  const [typed, setTyped] = useState(day);
  // A default that changes has the browser begin a half-typed day anew.
  const [atFirst] = useState(day);
  const [problem, setProblem] = useState('');

  /** Going back, or a button for a whole period, changes the URL from outside. */
  useEffect(() => {
    if (day === lastApplied.current) return;
    lastApplied.current = day;
    setTyped(day);
    setProblem('');
    if (field.current) field.current.value = day;
  }, [day]);

  const applyTyped = () => {
    if (typed === lastApplied.current) return;
    lastApplied.current = typed;
    apply(typed);
  };
  const onPause = useEffectEvent(applyTyped);
  useEffect(() => {
    if (typed === lastApplied.current) return;
    const timer = setTimeout(onPause, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <Input
      ref={field}
      type="date"
      size="sm"
      defaultValue={atFirst}
      min={min}
      max={max}
      onChange={({ target }) => {
        setTyped(target.validity.valid ? target.value : lastApplied.current);
        if (target.validity.valid) setProblem('');
      }}
      onBlur={({ target }) => {
        setProblem(target.validationMessage);
        applyTyped();
      }}
      {...rest}
      {...(problem && { 'aria-invalid': true, title: problem })}
    />
  );
}
