import type { IncomingHttpHeaders } from 'node:http';
import { callTRPCProcedure, getTRPCErrorFromUnknown, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { FastifyRequest } from 'fastify';
import type { CachedResponse } from '../../base/cache/cached-response.ts';
import type { Context } from '../../base/context.ts';
import { DomainError } from '../../base/errors.ts';
import { errorShapeOf, type LongInput, type ProcedureMeta } from '../../base/trpc.ts';
import { appRouter } from '../router.ts';

/**
 * One call of one procedure. tRPC's adapter creates a web `Request`, `Headers`, `URL` and `Response` for each request, which costs
 * several times as much as Fastify's own work. A single call needs none of them and gets the same response here.
 */
export interface DirectCall {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  input: unknown;
}

export interface CallAnswer {
  status: number;
  body: string;
  errors: TRPCError[];
}

/** Every procedure's meta by its path. */
const procedures = new Map(listProcedures(appRouter));
/** No procedure stops when its caller disconnects: a money movement must not stop half-way. */
const neverAborted = new AbortController().signal;
/** Longer inputs are not cached: few requests share them. */
const MAX_CACHED_INPUT_LENGTH = 200;

/** A router's properties are its procedures, which are functions with `meta`, and nested routers. */
function listProcedures(router: object, prefix = ''): [path: string, meta: ProcedureMeta][] {
  return Object.entries(router).flatMap(([name, value]: [string, unknown]): [string, ProcedureMeta][] => {
    // tRPC's own properties start with an underscore.
    if (name.startsWith('_')) return [];
    if (typeof value === 'object' && value !== null) return listProcedures(value, `${prefix}${name}.`);
    return typeof value === 'function' && 'meta' in value ? [[prefix + name, value.meta ?? {}]] : [];
  });
}

/** Whether a procedure is a mutation with a `requestId` in its input. */
export function takesRequestId(path: string): boolean {
  return procedures.get(path)?.takesRequestId ?? false;
}

/** Parses a request as a single call. Undefined if tRPC's adapter must handle it. */
export function directCall(request: FastifyRequest, path: string): DirectCall | undefined {
  const meta = procedures.get(path);
  if (!meta || !(request.method === 'GET' || request.method === 'POST')) return undefined;
  if (!acceptsPlainJson(request.headers)) return undefined;
  const query = request.query as Record<string, unknown>;
  if ('batch' in query || 'connectionParams' in query) return undefined;
  const ofGet = meta.isStream ? 'subscription' : 'query';
  const type = request.method === 'POST' ? 'mutation' : ofGet;
  const text = type === 'mutation' ? jsonBody(request) : query.input;
  if (text === undefined && type !== 'mutation') return { path, type, input: undefined };
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return { path, type, input: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Whether the response to a call is plain JSON. The alternative is a stream of lines, on the client's request. */
function acceptsPlainJson(headers: IncomingHttpHeaders): boolean {
  return !headers['trpc-accept'] && !headers.accept?.includes('application/jsonl');
}

/** The procedures in a path, one or a batch. An unknown name becomes `unknown`. */
export function calledProcedures(path: string): string[] {
  if (procedures.has(path)) return [path];
  return [...new Set(path.split(',').map((name) => (procedures.has(name) ? name : 'unknown')))];
}

/** The procedures that accept long inputs. */
export function longInputProcedures(): { path: string; longInput: LongInput }[] {
  return [...procedures].flatMap(([path, { longInput }]) => (longInput ? [{ path, longInput }] : []));
}

/**
 * Calls the procedure and writes its result or error in tRPC's wire format.
 * @returns undefined if the procedure requires another method; the adapter refuses that
 */
export async function answerCall(call: DirectCall, ctx: Context): Promise<CallAnswer | undefined> {
  try {
    return { status: 200, body: await resultOfCall(call, ctx), errors: [] };
  } catch (cause) {
    if (isOfAnotherType(cause)) return undefined;
    return refusalOfCall(call, ctx, cause);
  }
}

/** An error of tRPC before the procedure runs. An error of a procedure has a cause. */
function isOfAnotherType(error: unknown): boolean {
  return error instanceof TRPCError && error.code === 'NOT_FOUND' && error.cause === undefined;
}

/** @throws the procedure's error, for {@link refusalOfCall} */
async function resultOfCall(call: DirectCall, ctx: Context): Promise<string> {
  return JSON.stringify({ result: { data: await runCall(call, ctx, neverAborted) } });
}

/** @throws the procedure's error */
export function runCall({ path, type, input }: DirectCall, ctx: Context, signal: AbortSignal): Promise<unknown> {
  const getRawInput = () => Promise.resolve(input);
  return callTRPCProcedure({ router: appRouter, path, type, ctx, getRawInput, signal, batchIndex: 0 });
}

/** Writes the error of a call, also one from before its input is read. */
export function refusalOfCall({ path }: Pick<DirectCall, 'path'>, ctx: Context, cause: unknown): CallAnswer {
  const error = getTRPCErrorFromUnknown(cause);
  const body = JSON.stringify({ error: errorShapeOf(error, { path, ctx }) });
  return { status: getHTTPStatusCodeFromError(error), body, errors: [error] };
}

/**
 * The cached response of a procedure whose meta declares it the same for all callers.
 * @returns undefined if the procedure must be called
 * @throws the procedure's error
 */
export function cachedCall({ path, type, input }: DirectCall, ctx: Context): Promise<CachedResponse> | undefined {
  const cached = procedures.get(path)?.cached;
  if (!cached || type !== 'query' || cached.except?.some((name) => isGiven(input, name))) return undefined;
  const text = JSON.stringify(input) ?? '';
  if (text.length > MAX_CACHED_INPUT_LENGTH) return undefined;
  return ctx.deps.responses.get(cached.until, `trpc ${path} ${text}`, async () =>
    Buffer.from(await resultOfCall({ path, type, input }, asNobody(ctx))),
  );
}

function isGiven(input: unknown, name: string): boolean {
  return typeof input === 'object' && input !== null && Boolean((input as Record<string, unknown>)[name]);
}

/** A shared response must not depend on the caller who caused it. */
function asNobody(ctx: Context): Context {
  const authenticate = () => Promise.reject(new DomainError('unauthenticated'));
  return { ...ctx, accessToken: undefined, isByKey: false, takeKeyCall: () => {}, authenticate };
}

function jsonBody(request: FastifyRequest): unknown {
  return request.headers['content-type']?.startsWith('application/json') ? request.body : undefined;
}
