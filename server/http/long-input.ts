import type { FastifyReply, FastifyRequest } from 'fastify';
import { createContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { refusalIn } from '../errors.ts';
import { type CallAnswer, refusalOfCall } from './direct-call.ts';
import { callError } from './status.ts';

/** What every body may have. */
export const BODY_LIMIT_BYTES = 64 * 1024;
/** What the body of a procedure may have that says of itself that its input is long: 500 orders with links of any length. */
export const LONG_BODY_BYTES = 1.5 * 1024 * 1024;

/**
 * Whether a long body is worth reading: only of somebody who is signed in. Bodies of the usual length are left to the procedure.
 * @returns the refusal to answer without reading the body
 * @throws whatever is not a refusal
 */
export async function refusalOfLongBody(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<CallAnswer | undefined> {
  if (announcedBytes(request) <= BODY_LIMIT_BYTES) return undefined;
  const context = createContext(deps, request, reply);
  try {
    await context.authenticate();
    return undefined;
  } catch (error) {
    const refusal = refusalIn(error);
    return refusalOfCall({ path, type: 'mutation', input: undefined }, context, refusal ? callError(refusal) : error);
  }
}

/** A body that comes in pieces announces nothing, and may have any length. */
function announcedBytes({ headers }: FastifyRequest): number {
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return Number.isNaN(bytes) ? Number.POSITIVE_INFINITY : bytes;
}
