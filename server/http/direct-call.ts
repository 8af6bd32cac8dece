import type { IncomingHttpHeaders } from 'node:http';
import { type AnyTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { appRouter } from '../router.ts';
import type { ProcedureMeta } from '../trpc.ts';

export type LongInput = NonNullable<ProcedureMeta['longInput']>;

/**
 * tRPC's own adapter turns each request into a web `Request`, `Headers`, `URL` and `Response`, which costs several times
 * what Fastify itself does. A single call needs none of them: it is called directly here and answered as the adapter
 * would. Whatever is not plainly such a call is left to the adapter.
 */
export interface DirectCall {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  procedure: AnyTRPCProcedure;
  input: unknown;
}

export interface CallAnswer {
  status: number;
  body: string;
  errors: TRPCError[];
}

const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
const methodOf = { query: 'GET', mutation: 'POST', subscription: 'GET' } as const;
/** No procedure goes on when its caller hangs up: what moves money must not stop half-way. */
const neverAborted = new AbortController().signal;

/** Reads a request as a single call, or returns undefined where the adapter is to look at it. */
export function directCall(request: FastifyRequest, path: string): DirectCall | undefined {
  const procedure = Object.hasOwn(procedures, path) ? procedures[path] : undefined;
  const type = procedure?._def.type;
  if (!procedure || type === undefined || request.method !== methodOf[type]) return undefined;
  if (!asksForPlainJson(request.headers)) return undefined;
  const query = request.query as Record<string, unknown>;
  if ('batch' in query || 'connectionParams' in query) return undefined;
  const text = type === 'mutation' ? jsonBody(request) : query.input;
  if (text === undefined && type !== 'mutation') return { path, type, procedure, input: undefined };
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return { path, type, procedure, input: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Whether a call's answer is JSON in one piece, as it is unless the client asks for a stream of lines. */
function asksForPlainJson(headers: IncomingHttpHeaders): boolean {
  return !headers['trpc-accept'] && !headers.accept?.includes('application/jsonl');
}

/** A query as the server makes it for itself. @throws Error where no procedure has this name */
export function procedureCall(path: string, input: unknown): DirectCall {
  const procedure = Object.hasOwn(procedures, path) ? procedures[path] : undefined;
  if (procedure?._def.type !== 'query') throw new Error(`${path} is no query`);
  return { path, type: 'query', procedure, input };
}

/** The procedures that a path names, one or a batch of them; each name that no procedure has is `unknown`. */
export function calledProcedures(path: string): string[] {
  if (Object.hasOwn(procedures, path)) return [path];
  const names = path.split(',').map((name) => (Object.hasOwn(procedures, name) ? name : 'unknown'));
  return [...new Set(names)];
}

/** The procedures that say of themselves that their input may be long, and how. */
export function longInputProcedures(): { path: string; longInput: LongInput }[] {
  return Object.entries(procedures).flatMap(([path, { _def }]) => {
    const { longInput } = (_def.meta ?? {}) as ProcedureMeta;
    return longInput ? [{ path, longInput }] : [];
  });
}

/** Calls the procedure and writes its answer, or its refusal, in tRPC's wire format. */
export async function answerCall(call: DirectCall, ctx: Context): Promise<CallAnswer> {
  try {
    return { status: 200, body: await resultOfCall(call, ctx), errors: [] };
  } catch (cause) {
    return refusalOfCall(call, ctx, cause);
  }
}

/** @throws whatever the procedure throws, for {@link refusalOfCall} */
export async function resultOfCall(call: DirectCall, ctx: Context): Promise<string> {
  return JSON.stringify({ result: { data: await runCall(call, ctx, neverAborted) } });
}

/** @throws whatever the procedure throws */
export function runCall({ path, type, procedure, input }: DirectCall, ctx: Context, signal: AbortSignal) {
  const getRawInput = () => Promise.resolve(input);
  return procedure({ path, type, ctx, getRawInput, signal, batchIndex: 0 }) as Promise<unknown>;
}

type CallFacts = Omit<DirectCall, 'procedure'>;

/** Writes what a call threw, or what it is refused with before its input is read. */
export function refusalOfCall(call: CallFacts, ctx: Context, cause: unknown): CallAnswer {
  const error = getTRPCErrorFromUnknown(cause);
  const body = JSON.stringify({ error: errorShapeOf(call, ctx, error) });
  return { status: getHTTPStatusCodeFromError(error), body, errors: [error] };
}

export function errorShapeOf({ path, type, input }: CallFacts, ctx: Context, error: TRPCError): object {
  return getTRPCErrorShape({ config: appRouter._def._config, error, type, path, input, ctx });
}

function jsonBody(request: FastifyRequest): unknown {
  return request.headers['content-type']?.startsWith('application/json') ? request.body : undefined;
}
