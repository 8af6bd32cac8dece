import { TRPCClientError } from '@trpc/client';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ErrorCode, ErrorDetails, FieldErrors } from '#shared/errors.ts';
import { errorTexts, toastTexts } from '../i18n/en/common.ts';
import { errorInReadersWords, inReadersWords } from '../i18n/messages.ts';
import { showError, showWarning } from './toasts/toasts.ts';

/** A server error, or `offline` if the server could not be reached. */
export interface AppError {
  code: ErrorCode | 'offline';
  /** A message in the current language. */
  message: string;
  /** The server's English messages; a field translates them. */
  fieldErrors: FieldErrors;
  details: ErrorDetails;
  traceId: string | null;
}

/**
 * After these it is unknown whether the request was carried out; every other error means that it was not. `busy` also occurs if
 * the server lost its database during a statement, which may have been committed.
 */
const unsureCodes: readonly AppError['code'][] = ['offline', 'internal', 'busy'];

/** With these nothing was checked, so they reveal nothing about an earlier unanswered try. */
const turnedAwayCodes: readonly AppError['code'][] = [
  'second_factor_missing',
  'too_many_requests',
  'unauthenticated',
  'session_ended',
  'foreign_origin',
];

/** Converts the error of a query or mutation. */
export function readError(error: unknown): AppError {
  const data = error instanceof TRPCClientError ? (error.data as Partial<Record<string, unknown>> | null) : null;
  const domainCode = data?.domainCode;
  if (typeof domainCode === 'string') {
    const { message } = error as Error;
    return {
      code: domainCode as ErrorCode,
      message: refusalMessage({ domainCode, message }),
      fieldErrors: (data?.fieldErrors ?? {}) as FieldErrors,
      details: data?.details ?? {},
      traceId: typeof data?.traceId === 'string' ? data.traceId : null,
    };
  }
  const code = error instanceof TRPCClientError ? 'offline' : 'internal';
  return { code, message: errorTexts.get()[code], fieldErrors: {}, details: {}, traceId: null };
}

/** The message of a refusal in the current language. */
export function refusalMessage({ domainCode, message }: { domainCode: string; message: string }): string {
  // The user was asked and has canceled.
  if (domainCode === 'reauthentication_required') return toastTexts.get().notConfirmedText;
  return inReadersWords(message) ?? errorInReadersWords(domainCode) ?? message;
}

/** Translates a field message of a schema or the server. */
export function fieldMessage(english: string): string {
  return inReadersWords(english) ?? english;
}

export function errorCodeOf(error: unknown): AppError['code'] {
  return readError(error).code;
}

/**
 * Whether it may have been carried out, so that it must be repeated with the same idempotency key.
 * @param wasUnsure whether an earlier try with that key is unanswered
 */
export function isUnsure({ code }: Pick<AppError, 'code'>, wasUnsure = false): boolean {
  return unsureCodes.includes(code) || (wasUnsure && turnedAwayCodes.includes(code));
}

/**
 * Assigns the server's field errors to the form's fields and focuses the first one.
 * @returns the message if it belongs to none of the form's fields, else null
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

/** Reports a failure in a dialog; in a toast if the user did not confirm who they are, which they know. */
export async function reportError(title: string, error: unknown): Promise<void> {
  const { code, message } = readError(error);
  if (code !== 'reauthentication_required') return showError(title, message);
  const { notConfirmed, nothingChanged } = toastTexts.get();
  showWarning(notConfirmed, nothingChanged);
}

/** Shows field errors in the form, and anything else in a dialog with the given title. */
export function showFormError<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'setFocus' | 'getValues'>,
  error: unknown,
  title: string,
): void {
  if (applyFieldErrors(form, error) !== null) void reportError(title, error);
}
