import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { ErrorCode } from '#shared/errors.ts';
import { type DomainError, trpcCodes } from '../../base/errors.ts';

/** The HTTP status of an error, the same as tRPC's. */
export function httpStatusOf(code: ErrorCode): number {
  return getHTTPStatusCodeFromError(new TRPCError({ code: trpcCodes[code] }));
}

/** A domain error as a procedure would throw it, for errors before one is called. */
export function callError(refusal: DomainError): TRPCError {
  return new TRPCError({ code: trpcCodes[refusal.code], message: refusal.message, cause: refusal });
}
