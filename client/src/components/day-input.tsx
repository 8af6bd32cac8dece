import { Field, Input, type InputProps } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { isDay } from '#shared/shop-days.ts';
import { useUrlParam } from '../lib/url-state.ts';
import { useTypedParam } from '../lib/use-typed-param.ts';

const PAUSE_MS = 300;

export interface DayInputProps
  extends Omit<InputProps, 'type' | 'value' | 'defaultValue' | 'min' | 'max' | 'onChange'> {
  /** The search parameter for the day. */
  param: string;
  /** The day in use while the URL has none. An empty field gets it back when the focus leaves. */
  unset?: string;
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
export function DayInput({ param, unset = '', min = '2000-01-01', max = '2099-12-31', ...rest }: DayInputProps) {
  const [input, apply] = useUrlParam(param, { replace: true });
  const day = isDay(input) ? input : unset;
  const field = useRef<HTMLInputElement>(null);
  const fill = (chosen: string) => {
    if (field.current) field.current.value = chosen;
  };
  // A changed default would reset a partly typed day.
  const [atFirst] = useState(day);
  const [problem, setProblem] = useState('');
  const { setTyped, lastApplied, applyNow } = useTypedParam(day, apply, {
    pauseMs: PAUSE_MS,
    onOutside(chosen) {
      setProblem('');
      // A day may be half typed into an empty field. It is filled when the focus leaves.
      const isTyping = chosen === unset && field.current?.value === '' && document.activeElement === field.current;
      if (!isTyping) fill(chosen);
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
        if (target.value === '' && target.validity.valid) fill(lastApplied() || unset);
      }}
      {...rest}
      {...(problem && { 'aria-invalid': true, title: problem })}
    />
  );
}

/** With its label before it. */
export function LabelledDay({ label, ...rest }: DayInputProps & { label: string }) {
  return (
    <Field.Root orientation="horizontal" w="auto" gap="2" justifyContent="start">
      <Field.Label fontWeight="normal" color="fg.muted" flex="none">
        {label}
      </Field.Label>
      <DayInput w="9.5rem" {...rest} />
    </Field.Root>
  );
}
