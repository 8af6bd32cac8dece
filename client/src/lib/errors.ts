import { TRPCClientError } from '@trpc/client';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { type ErrorCode, type ErrorDetails, errorMessages, type FieldErrors } from '#shared/errors.ts';
import { errorTexts } from '../i18n/en/common.ts';
import { inReadersWords } from '../i18n/messages.ts';
import { showError } from './toasts/toasts.ts';

/** A refusal of the server, or `offline` when it could not be reached. */
export interface AppError {
  code: ErrorCode | 'offline';
  /** A sentence for people, in the reader's language. */
  message: string;
  /** In the server's English; a field shows them in the reader's language. */
  fieldErrors: FieldErrors;
  details: ErrorDetails;
  traceId: string | null;
}

/**
 * After these nobody knows whether what was asked for was done; every other refusal says that it was not. The server is `busy` also
 * where it lost its database in the midst of a statement, which may have been committed.
 */
const unsureCodes: readonly AppError['code'][] = ['offline', 'internal', 'busy'];

/** With these nothing was looked at: they say of an earlier try that stayed without an answer no more than was known. */
const turnedAwayCodes: readonly AppError['code'][] = [
  'too_many_requests',
  'unauthenticated',
  'session_ended',
  'foreign_origin',
];

/** What went wrong, in one shape, from whatever a query or mutation threw. */
export function readError(error: unknown): AppError {
  const data = error instanceof TRPCClientError ? (error.data as Partial<Record<string, unknown>> | null) : null;
  const domainCode = data?.domainCode;
  if (typeof domainCode === 'string' && domainCode in errorMessages) {
    const code = domainCode as ErrorCode;
    return {
      code,
      message: inReadersWords((error as Error).message) || errorTexts.get()[code],
      fieldErrors: (data?.fieldErrors ?? {}) as FieldErrors,
      details: data?.details ?? {},
      traceId: typeof data?.traceId === 'string' ? data.traceId : null,
    };
  }
  const code = error instanceof TRPCClientError ? 'offline' : 'internal';
  return { code, message: errorTexts.get()[code], fieldErrors: {}, details: {}, traceId: null };
}

/** Why one of many things that were sent together was refused, in the reader's language. */
export function refusalMessage({ domainCode, message }: { domainCode: string; message: string }): string {
  const texts: Partial<Record<string, string>> = errorTexts.get();
  return inReadersWords(message) ?? texts[domainCode] ?? message;
}

/** What a schema or the server says of a field, in the reader's language. */
export function fieldMessage(english: string): string {
  const code = (Object.keys(errorMessages) as ErrorCode[]).find((each) => errorMessages[each] === english);
  return inReadersWords(english) ?? (code ? errorTexts.get()[code] : english);
}

export function errorCodeOf(error: unknown): AppError['code'] {
  return readError(error).code;
}

/**
 * Whether it may have been done all the same, so that it must be repeated with the same idempotency key.
 * @param wasUnsure whether an earlier try with that key has stayed without an answer
 */
export function isUnsure({ code }: Pick<AppError, 'code'>, wasUnsure = false): boolean {
  return unsureCodes.includes(code) || (wasUnsure && turnedAwayCodes.includes(code));
}

/**
 * Puts the server's field errors beside the fields of a form and focuses the first of them.
 * @returns the message when it belongs to no field that the form has, else null
 */
export function applyFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'setFocus' | 'getValues'>,
  error: unknown,
): string | null {
  const { fieldErrors, message } = readError(error);
  const known = Object.entries(fieldErrors).filter(([name]) => name in form.getValues());
  for (const [name, [text]] of known) form.setError(name as Path<Values>, { type: 'server', message: text });
  const first = known[0]?.[0];
  if (first === undefined) return message;
  form.setFocus(first as Path<Values>);
  return null;
}

/** Tells of a failure with a dialog. */
export function tellError(title: string, error: unknown): Promise<void> {
  return showError(title, readError(error).message);
}

/** Field errors go on the form; anything else into a dialog with the catalogue's title. */
export function showFormError<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'setFocus' | 'getValues'>,
  error: unknown,
  title: string,
): void {
  if (applyFieldErrors(form, error) !== null) void tellError(title, error);
}
