import type { ErrorCode } from '#shared/errors.ts';
import type { KeyCalls } from '../../base/identity/keys/key-calls.ts';
import type { ObservedRequest, RequestFacts } from './observe-requests.ts';
import { httpStatusOf } from './status.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of each of its calls, null for a success. Set before the answer, if one has failed. */
    callCodes: (ErrorCode | null)[] | undefined;
  }
}

/** Logs each call of an API key, also those of a batch, for the key's owner. */
export function logKeyCalls({ note }: KeyCalls): (request: ObservedRequest, facts: RequestFacts) => void {
  return ({ id, keyId, callCodes = [null] }, { status }) => {
    if (keyId === undefined) return;
    const isBatch = callCodes.length > 1;
    const statusOf = (code: ErrorCode | null) => (code === null ? 200 : httpStatusOf(code));
    const at = new Date();
    note(callCodes.map((code) => ({ keyId, code, traceId: id, at, status: isBatch ? statusOf(code) : status })));
  };
}
