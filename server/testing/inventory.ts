import type { AnyTRPCProcedure } from '@trpc/server';
import type { onRouteHookHandler } from 'fastify';
import type { z } from 'zod';
import type { Call } from '../rest/call.ts';
import { calls } from '../rest/calls.ts';
import { appRouter } from '../router.ts';
import { sampleOf } from './input-schemas.ts';

/** A procedure as the router itself knows it. */
export interface ProcedureEntry {
  /** As it is called: `orders.place`. */
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  /** Undefined where it takes no input. */
  input: z.ZodType | undefined;
}

/** A route as the running app knows it. */
export interface RouteEntry {
  method: string;
  /** With parameters as Fastify writes them: `/api/v1/service/buy/:id`. */
  url: string;
  /** What it takes and who may call it, where it is a call of the older interface. */
  call: Call | undefined;
}

/** An input for each place where a call of the older interface reads one; undefined where it reads none. */
export interface CallInput {
  params: Record<string, unknown> | undefined;
  query: Record<string, unknown> | undefined;
  body: unknown;
}

/** Every procedure of the panel; one that is added is there by itself. */
export function listProcedures(): ProcedureEntry[] {
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  return Object.entries(procedures).map(([path, { _def }]) => {
    const { type, inputs } = _def as unknown as { type: ProcedureEntry['type']; inputs: z.ZodType[] };
    if (inputs.length > 1) throw new Error(`${path} has ${inputs.length} input schemas; the inventory knows one`);
    return { path, type, input: inputs[0] };
  });
}

/**
 * Hears of every route as the app is built: give `onRoute` to `buildApp` (or to `startTestApp` as `app: { onRoute }`),
 * and read `routes` when it is built. `HEAD` beside a `GET` is a route of its own.
 */
export function collectRoutes(): { onRoute: onRouteHookHandler; routes: RouteEntry[] } {
  const routes: RouteEntry[] = [];
  const onRoute: onRouteHookHandler = ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url, call: callAt(each, url) });
  };
  return { onRoute, routes };
}

/** What a schema accepts and the shop as a rule does not. */
const betterFields: Record<string, Record<string, unknown>> = { 'orders.place': { quantity: 100 } };

/** An input that the procedure's schema accepts; undefined where it takes none. */
export function validInput({ path = '', input }: Pick<ProcedureEntry, 'input'> & { path?: string }): unknown {
  const sample = input && sampleOf(input);
  return betterFields[path] ? { ...(sample as object), ...betterFields[path] } : sample;
}

/** What a call's schemas accept: its documented example for a body, and samples for its parameters. */
export function validCallInput({ params, query, body, example }: Call): CallInput {
  return {
    params: params && (sampleOf(params) as Record<string, unknown>),
    query: query && (sampleOf(query) as Record<string, unknown>),
    body: body && (example ?? sampleOf(body)),
  };
}

/** Where a call is, with its parameters put in: `/api/v1/service/buy/1`. */
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
