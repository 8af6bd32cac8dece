import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { ErrorCode } from '../../shared/errors.ts';
import { trpcCodes } from '../errors.ts';

/** The HTTP status of a refusal, the very one that tRPC answers it with. */
export function httpStatusOf(code: ErrorCode): number {
  return getHTTPStatusCodeFromError(new TRPCError({ code: trpcCodes[code] }));
}
