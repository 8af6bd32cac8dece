import { TRPCClientError } from '@trpc/client';
import { expect } from 'vitest';
import type { ErrorCode, ErrorDetails, FieldErrors } from '#shared/errors.ts';
import type { AppRouter } from '../api/router.ts';
import { DomainError } from '../base/errors.ts';

/** The refusal of a call. */
export interface Refusal {
  message: string;
  code: ErrorCode | undefined;
  /** Undefined if a verb was called without HTTP. */
  httpStatus: number | undefined;
  fieldErrors: FieldErrors | null;
  details: ErrorDetails | null;
}

/** Waits for a call's refusal. Fails the test if the call succeeds, and rethrows other errors. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => expect.fail('the call was accepted'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof DomainError) {
    const { message, code, fieldErrors = null, details = null } = error;
    return { message, code, httpStatus: undefined, fieldErrors, details };
  }
  if (!(error instanceof TRPCClientError)) throw error;
  const { message, data } = error as TRPCClientError<AppRouter>;
  const { domainCode: code, httpStatus, fieldErrors = null, details = null } = data ?? {};
  return { message, code, httpStatus, fieldErrors, details };
}

/** Only the code of {@link refusalOf}. */
export async function codeOf(call: Promise<unknown>): Promise<ErrorCode | undefined> {
  return (await refusalOf(call)).code;
}
