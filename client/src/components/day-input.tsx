import { Input, type InputProps } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { isDay } from '#shared/shop-days.ts';
import { useUrlParam } from '../lib/url-state.ts';
import { useTypedParam } from '../lib/use-typed-param.ts';

const PAUSE_MS = 300;

export interface DayInputProps
  extends Omit<InputProps, 'type' | 'value' | 'defaultValue' | 'min' | 'max' | 'onChange'> {
  /** The search parameter for the day. */
  param: string;
  /** The first allowed day, as `2026-07-31`. */
  min?: string | undefined;
  /** The last allowed day. */
  max?: string | undefined;
}

/**
 * A day in the URL, chosen with the browser's own picker or typed. It is applied when typing pauses or the focus leaves, but not while
 * incomplete; an incomplete or disallowed day is marked with the reason. Only the browser knows the state of typing, so a change
 * neither replaces the field nor sets its value.
 */
export function DayInput({ param, min = '2000-01-01', max = '2099-12-31', ...rest }: DayInputProps) {
  const [input, apply] = useUrlParam(param, { replace: true });
  const day = isDay(input) ? input : '';
  const field = useRef<HTMLInputElement>(null);
  // A changed default would reset a partly typed day.
  const [atFirst] = useState(day);
  const [problem, setProblem] = useState('');
  const { setTyped, lastApplied, applyNow } = useTypedParam(day, apply, {
    pauseMs: PAUSE_MS,
    onOutside(chosen) {
      setProblem('');
      if (field.current) field.current.value = chosen;
    },
  });

  return (
    <Input
      ref={field}
      type="date"
      size="sm"
      defaultValue={atFirst}
      min={min}
      max={max}
      onChange={({ target }) => {
        setTyped(target.validity.valid ? target.value : lastApplied());
        if (target.validity.valid) setProblem('');
      }}
      onBlur={({ target }) => {
        setProblem(target.validationMessage);
        applyNow();
      }}
      {...rest}
      {...(problem && { 'aria-invalid': true, title: problem })}
    />
  );
}
