import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { ErrorCode } from '#shared/errors.ts';
import { type DomainError, trpcCodes } from '../errors.ts';

/** The HTTP status of a refusal, the very one that tRPC answers it with. */
export function httpStatusOf(code: ErrorCode): number {
  return getHTTPStatusCodeFromError(new TRPCError({ code: trpcCodes[code] }));
}

/** A refusal as a procedure would throw it, for what is refused before one is called. */
export function callError(refusal: DomainError): TRPCError {
  return new TRPCError({ code: trpcCodes[refusal.code], message: refusal.message, cause: refusal });
}
