import type { AnyTRPCProcedure } from '@trpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';
import type { Call } from '../api/rest/call.ts';
import { appRouter } from '../api/router.ts';
import { send } from './apis.ts';
import { startTestApp, type TestApp } from './app.ts';
import { callRest, type RestRequest } from './rest.ts';

/** One action of a user, in the terms of both APIs. Each API has its own world, with the same setup. */
export interface ApiCase<World> {
  name: string;
  /** Undefined if it succeeds. */
  refused?: ErrorCode;
  /** Set if older clients get another status than tRPC's. */
  olderStatus?: number;
  /** Set if older clients get another message. */
  olderMessage?: string;
  arrange: () => Promise<World>;
  caller?: (world: World) => { accessToken: string } | undefined;
  headers?: (world: World) => Record<string, string>;
  procedure: string;
  input?: (world: World) => unknown;
  operation: string;
  request?: (world: World) => Omit<RestRequest, 'accessToken' | 'headers'>;
  /** The effect, which must be the same through both APIs, and unchanged by a refusal; without ids. */
  effect?: (world: World) => Promise<unknown>;
}

type AnyCase = ApiCase<unknown>;

/** Allows each case its own type of world. */
export function apiCase<World>(each: ApiCase<World>): AnyCase {
  return each as AnyCase;
}

const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

/** Errors that a single call can't cause: concurrency, a flood, or a fault. */
const NOT_AT_WILL: ErrorCode[] = ['busy', 'internal', 'session_ended', 'blocked', 'payload_too_large'];

/**
 * Declares the tests of some calls: each case through tRPC and through REST has the same effect, message and status (or `olderStatus`, `olderMessage`),
 * and each call has a case that succeeds and one for each of its verb's errors.
 */
export function describeBothApis(
  calls: Call[],
  casesOf: (app: () => TestApp) => AnyCase[],
  env: Record<string, string> = {},
) {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ env });
  });
  afterAll(() => app?.close());
  const cases = casesOf(() => app);

  test.each(cases)('$name', async (each) => {
    const overTrpc = await through(trpcWay, app, each);
    const overRest = await through(restWay, app, each);
    expect(overTrpc.answer.code, overTrpc.answer.message).toBe(each.refused);
    const { answer } = overTrpc;
    expect({ ...overRest.answer, code: each.refused }).toEqual({
      ...answer,
      status: each.olderStatus ?? answer.status,
      message: each.olderMessage ?? answer.message,
    });
    expect(overRest.after).toEqual(overTrpc.after);
    if (each.refused) expect(overRest.after).toEqual(overRest.before);
  });

  test('every call has a case that succeeds, and one for every error of its verb', () => {
    const tried = new Set(cases.map((each) => `${each.operation} ${each.refused ?? 'succeeds'}`));
    const wanted = calls.flatMap(({ method, path, refusals = [] }) =>
      ['succeeds', ...refusals.filter((code) => !NOT_AT_WILL.includes(code))].map(
        (outcome) => `${method} ${path} ${outcome}`,
      ),
    );
    expect(wanted.filter((outcome) => !tried.has(outcome))).toEqual([]);
  });
}

interface DoorAnswer {
  status: number;
  code: ErrorCode | undefined;
  /** Of an error. */
  message: string | undefined;
  retryAfter: boolean;
}

type Way = (app: TestApp, each: AnyCase, world: unknown) => Promise<DoorAnswer>;

async function through(way: Way, app: TestApp, each: AnyCase) {
  const world = await each.arrange();
  const before = await each.effect?.(world);
  const answer = await way(app, each, world);
  return { before, answer, after: await each.effect?.(world) };
}

const trpcWay: Way = async (app, each, world) => {
  const input = each.input?.(world);
  const isQuery = procedures[each.procedure]?._def.type === 'query';
  const query = isQuery && input !== undefined ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const { status, code, message, headers } = await send(
    app,
    isQuery ? 'GET' : 'POST',
    `/trpc/${each.procedure}${query}`,
    { caller: each.caller?.(world), headers: each.headers?.(world), body: isQuery ? undefined : input },
  );
  return { status, code, message: withoutMadeUpNames(message), retryAfter: headers.has('retry-after') };
};

/** The REST API has no code; the text is in two fields. */
const restWay: Way = async (app, each, world) => {
  const accessToken = each.caller?.(world)?.accessToken;
  const request = { ...each.request?.(world), accessToken, headers: each.headers?.(world) };
  const { status, success, message, error, headers } = await callRest(app, each.operation, request);
  expect(success).toBe(status === 200);
  if (!success) expect(error).toBe(message);
  const told = success ? undefined : withoutMadeUpNames(message);
  return { status, code: undefined, message: told, retryAfter: headers.has('retry-after') };
};

/** Each world has its own users, and some errors contain their names. */
const withoutMadeUpNames = (message: string | undefined) => message?.replace(/\b(user|admin)[0-9a-f]{12}\b/g, '$1…');
