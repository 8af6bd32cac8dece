import type { FieldValues } from 'react-hook-form';
import { readNumber } from '#shared/paste/number.ts';
import { formatCount } from '../lib/format.ts';
import { ReadField, type ReadFieldProps, type Reading } from './read-field.tsx';

/** A field for a count: `1,000`, `5k` and `৫০০` are read, and `1.000` is asked about. */
export function CountField<Values extends FieldValues, Output>(field: ReadFieldProps<Values, Output>) {
  const figures = { inputMode: 'numeric', autoComplete: 'off', fontVariantNumeric: 'tabular-nums' } as const;
  return <ReadField {...figures} {...field} read={readingOf} />;
}

function readingOf(typed: string): Reading {
  const read = readNumber(typed, 'person');
  if ('problem' in read) return { choices: read.values?.map((value) => [String(value), formatCount(value)]) };
  return { words: typed.trim() !== String(read.value) && `= ${formatCount(read.value)}` };
}
