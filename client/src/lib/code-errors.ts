import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { applyFieldErrors, errorCodeOf } from './errors.ts';

/** Shows a wrong code beside its field, selected so that the next one replaces it. @returns whether the error is another one */
export function showCodeError<Values extends FieldValues & { code?: string }>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'setFocus' | 'getValues'>,
  error: unknown,
): boolean {
  if (applyFieldErrors(form, error) !== null) return true;
  if (isWrongCode(error)) form.setFocus('code' as Path<Values>, { shouldSelect: true });
  return false;
}

/** Whether the code was wrong, which its field says. */
export function isWrongCode(error: unknown): boolean {
  return errorCodeOf(error) === 'wrong_code';
}
