import type { AnyTRPCProcedure } from '@trpc/server';
import type { onRouteHookHandler } from 'fastify';
import type { z } from 'zod';
import type { Call } from '../api/rest/call.ts';
import { calls } from '../api/rest/calls.ts';
import { appRouter } from '../api/router.ts';
import { sampleOf } from './input-schemas.ts';

/** A procedure of the router. */
export interface ProcedureEntry {
  /** For example `orders.place`. */
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  /** Undefined if it takes no input. */
  input: z.ZodType | undefined;
}

/** A route of the running app. */
export interface RouteEntry {
  method: string;
  /** In Fastify's form: `/api/v1/service/buy/:id`. */
  url: string;
  /** Its declaration, if it belongs to the REST API. */
  call: Call | undefined;
}

/** The inputs of a REST call; undefined if it reads none. */
export interface CallInput {
  params: Record<string, unknown> | undefined;
  query: Record<string, unknown> | undefined;
  body: unknown;
}

/** Every procedure of the panel, read from the router. */
export function listProcedures(): ProcedureEntry[] {
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  return Object.entries(procedures).map(([path, { _def }]) => {
    const { type, inputs } = _def as unknown as { type: ProcedureEntry['type']; inputs: z.ZodType[] };
    if (inputs.length > 1) throw new Error(`${path} has ${inputs.length} input schemas; the inventory knows one`);
    return { path, type, input: inputs[0] };
  });
}

/**
 * Collects every route while the app is built: pass `onRoute` to `buildApp` (or to `startTestApp` as `app: { onRoute }`) and read
 * `routes` afterwards. `HEAD` for a `GET` is a separate route.
 */
export function collectRoutes(): { onRoute: onRouteHookHandler; routes: RouteEntry[] } {
  const routes: RouteEntry[] = [];
  const onRoute: onRouteHookHandler = ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url, call: callAt(each, url) });
  };
  return { onRoute, routes };
}

/** Values that the verb accepts, for fields where the schema alone would accept others. */
const betterFields: Record<string, Record<string, unknown>> = {
  'orders.place': { quantity: 100, comments: undefined },
  'admin.suppliers.save': { key: 'its canary key' },
};

/** An input that the procedure's schema accepts; undefined if it takes none. */
export function validInput({ path = '', input }: Pick<ProcedureEntry, 'input'> & { path?: string }): unknown {
  const sample = input && sampleOf(input);
  return betterFields[path] ? { ...(sample as object), ...betterFields[path] } : sample;
}

/** Valid input of a REST call: the documented example as its body, and samples as its parameters. */
export function validCallInput({ params, query, body, example }: Call): CallInput {
  return {
    params: params && (sampleOf(params) as Record<string, unknown>),
    query: query && (sampleOf(query) as Record<string, unknown>),
    body: body && (example ?? sampleOf(body)),
  };
}

/** The path of a call with its parameters: `/api/v1/service/buy/1`. */
export function addressOf({ path }: Pick<Call, 'path'>, { params = {}, query = {} }: Partial<CallInput> = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, textOf(value)]),
  );
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function callAt(method: string, url: string): Call | undefined {
  return calls.find((call) => call.method === method && call.path.replaceAll(/\{(\w+)\}/g, ':$1') === url);
}
