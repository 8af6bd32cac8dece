import type { FastifyReply, FastifyRequest } from 'fastify';
import { createContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { DomainError, refusalIn } from '../errors.ts';
import { type CallAnswer, type LongInput, refusalOfCall } from './direct-call.ts';
import { callError } from './status.ts';

/** The limit of ordinary bodies. */
export const BODY_LIMIT_BYTES = 64 * 1024;
/** The limit of procedures with `longInput: true`: 500 orders with links of any length. */
const LONG_BODY_BYTES = 1.5 * 1024 * 1024;

interface LongProcedure {
  path: string;
  longInput: LongInput;
}

export function bodyLimitOf({ longInput }: LongProcedure): number {
  return longInput === true ? LONG_BODY_BYTES : longInput.ofAdminsUpToBytes;
}

/**
 * Refuses long bodies before they are read, unless the caller is signed in, and is an admin if the procedure requires it. Bodies of
 * ordinary length are left to the procedure.
 * @returns the error to send without reading the body
 */
export async function refuseLongBody(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, longInput }: LongProcedure,
): Promise<CallAnswer | undefined> {
  if (announcedBytes(request) <= BODY_LIMIT_BYTES) return undefined;
  const context = createContext(deps, request, reply);
  try {
    const { actor } = await context.authenticate();
    if (longInput !== true && actor.role !== 'admin') throw new DomainError('forbidden');
    return undefined;
  } catch (error) {
    const refusal = refusalIn(error);
    return refusalOfCall({ path }, context, refusal ? callError(refusal) : error);
  }
}

/** A chunked body does not announce its length. */
function announcedBytes({ headers }: FastifyRequest): number {
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return Number.isNaN(bytes) ? Number.POSITIVE_INFINITY : bytes;
}
