import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { KeptAnswer } from '../kept/kept-answer.ts';
import type { ProcedureMeta } from '../trpc.ts';
import { type DirectCall, resultOfCall } from './direct-call.ts';

/** Longer ones are no inputs that many send. */
const MAX_INPUT_LENGTH = 200;

/**
 * The answer of a procedure that says of itself that everybody gets the same one, as it was written for whoever asked
 * first.
 * @returns undefined where the procedure is to be called
 */
export function keptCall(call: DirectCall, ctx: Context): Promise<KeptAnswer> | undefined {
  const { kept } = (call.procedure._def.meta ?? {}) as ProcedureMeta;
  if (!kept || call.type !== 'query' || kept.except?.some((name) => isGiven(call.input, name))) return undefined;
  const input = JSON.stringify(call.input) ?? '';
  if (input.length > MAX_INPUT_LENGTH) return undefined;
  return ctx.deps.answers.get(kept.until, `trpc ${call.path} ${input}`, async () =>
    Buffer.from(await resultOfCall(call, asNobody(ctx))),
  );
}

function isGiven(input: unknown, name: string): boolean {
  return typeof input === 'object' && input !== null && Boolean((input as Record<string, unknown>)[name]);
}

/** What is kept for everybody must not depend on who asked first. */
function asNobody(ctx: Context): Context {
  return { ...ctx, accessToken: undefined, authenticate: () => Promise.reject(new DomainError('unauthenticated')) };
}
