import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../base/deps.ts';
import { DomainError, refusalIn } from '../../base/errors.ts';
import type { LongInput } from '../../base/trpc.ts';
import { announcesLongBody } from './body-limit.ts';
import { createContext } from './create-context.ts';
import { type CallAnswer, refusalOfCall } from './direct-call.ts';
import { callError } from './status.ts';

interface LongProcedure {
  path: string;
  longInput: LongInput;
}

export function bodyLimitOf({ longInput }: LongProcedure): number {
  return 'upToBytes' in longInput ? longInput.upToBytes : longInput.ofAdminsUpToBytes;
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
  if (!announcesLongBody(request)) return undefined;
  const context = createContext(deps, request, reply);
  try {
    const { actor } = await context.authenticate();
    if ('ofAdminsUpToBytes' in longInput && actor.role !== 'admin') throw new DomainError('forbidden');
    return undefined;
  } catch (error) {
    const refusal = refusalIn(error);
    return refusalOfCall({ path }, context, refusal ? callError(refusal) : error);
  }
}
