import type { AnyTRPCProcedure } from '@trpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '../../shared/errors.ts';
import { startSession } from '../features/auth/sessions.ts';
import { getUser } from '../features/users/get-user.ts';
import type { Call } from '../rest/call.ts';
import { appRouter } from '../router.ts';
import { startTestApp, type TestApp } from './app.ts';
import { makeAdmin, makeUser, type TestUser } from './factories.ts';
import { callRest, type RestRequest } from './rest.ts';

/** Somebody with a session; made without a password, which would only take time. */
export interface DoorUser extends TestUser {
  accessToken: string;
  /** The refresh cookie as a browser sends it back. */
  cookie: string;
}

/** One thing somebody does, said to both doors. Each door gets a world of its own, arranged in the same way. */
export interface DoorCase<World> {
  name: string;
  /** Undefined where it succeeds. */
  refused?: ErrorCode;
  arrange: () => Promise<World>;
  caller?: (world: World) => { accessToken: string } | undefined;
  headers?: (world: World) => Record<string, string>;
  procedure: string;
  input?: (world: World) => unknown;
  operation: string;
  request?: (world: World) => Omit<RestRequest, 'accessToken' | 'headers'>;
  /** What both doors have to bring about alike, and a refusal has to leave as it was; without ids. */
  effect?: (world: World) => Promise<unknown>;
}

type AnyCase = DoorCase<unknown>;

/** Lets each case have a world of its own type. */
export function doorCase<World>(each: DoorCase<World>): AnyCase {
  return each as AnyCase;
}

const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

/** Refusals that no caller can bring about at will: two at once, a flood, or a fault. */
const NOT_AT_WILL: ErrorCode[] = ['busy', 'internal', 'session_ended', 'blocked', 'payload_too_large'];

/**
 * Declares the tests of some calls: each case through tRPC and through REST has the same effect, status and message, and
 * each call has a case that succeeds and one for each of its verb's refusals.
 */
export function describeTwoDoors(
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
    const overTrpc = await through(overTrpcDoor, app, each);
    const overRest = await through(overRestDoor, app, each);
    expect(overTrpc.answer.code, overTrpc.answer.message).toBe(each.refused);
    expect({ ...overRest.answer, code: each.refused }).toEqual(overTrpc.answer);
    expect(overRest.after).toEqual(overTrpc.after);
    if (each.refused) expect(overRest.after).toEqual(overRest.before);
  });

  test('every call has a case that succeeds, and one for every refusal of its verb', () => {
    const tried = new Set(cases.map((each) => `${each.operation} ${each.refused ?? 'succeeds'}`));
    const wanted = calls.flatMap(({ method, path, refusals = [] }) =>
      ['succeeds', ...refusals.filter((code) => !NOT_AT_WILL.includes(code))].map(
        (outcome) => `${method} ${path} ${outcome}`,
      ),
    );
    expect(wanted.filter((outcome) => !tried.has(outcome))).toEqual([]);
  });
}

/** A customer with this much, and a session. */
export async function makeCustomer(app: TestApp, balanceNanos = 0): Promise<DoorUser> {
  return signIn(app, await makeUser(app.db, { balanceNanos }));
}

export async function makeDoorAdmin(app: TestApp): Promise<DoorUser> {
  return signIn(app, await makeAdmin(app.db));
}

async function signIn({ db, deps }: TestApp, user: TestUser): Promise<DoorUser> {
  const asAdmin = { id: user.id, role: 'admin' } as const;
  const record = await getUser(db, asAdmin, { id: user.id });
  const session = await db.transaction((tx) =>
    startSession(tx, deps, record, { address: '127.0.0.1', userAgent: null }),
  );
  return { ...user, accessToken: session.tokens.accessToken, cookie: `rt=${session.refreshToken}` };
}

interface DoorAnswer {
  status: number;
  code: ErrorCode | undefined;
  /** Of a refusal. */
  message: string | undefined;
  retryAfter: boolean;
}

type Door = (app: TestApp, each: AnyCase, world: unknown) => Promise<DoorAnswer>;

async function through(door: Door, app: TestApp, each: AnyCase) {
  const world = await each.arrange();
  const before = await each.effect?.(world);
  const answer = await door(app, each, world);
  return { before, answer, after: await each.effect?.(world) };
}

const overTrpcDoor: Door = async (app, each, world) => {
  const input = each.input?.(world);
  const isQuery = procedures[each.procedure]?._def.type === 'query';
  const caller = each.caller?.(world);
  const query = isQuery && input !== undefined ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const response = await fetch(`${app.url}/trpc/${each.procedure}${query}`, {
    method: isQuery ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(caller && { authorization: `Bearer ${caller.accessToken}` }),
      ...each.headers?.(world),
    },
    body: isQuery || input === undefined ? undefined : JSON.stringify(input),
  });
  const { error } = (await response.json()) as { error?: { message: string; data: { domainCode: ErrorCode } } };
  return {
    status: response.status,
    code: error?.data.domainCode,
    message: withoutMadeUpNames(error?.message),
    retryAfter: response.headers.has('retry-after'),
  };
};

/** An older client is not told the code; the text stands in two places. */
const overRestDoor: Door = async (app, each, world) => {
  const accessToken = each.caller?.(world)?.accessToken;
  const request = { ...each.request?.(world), accessToken, headers: each.headers?.(world) };
  const { status, success, message, error, headers } = await callRest(app, each.operation, request);
  expect(success).toBe(status === 200);
  if (!success) expect(error).toBe(message);
  const told = success ? undefined : withoutMadeUpNames(message);
  return { status, code: undefined, message: told, retryAfter: headers.has('retry-after') };
};

/** Each world has people of its own, and some refusals name them. */
const withoutMadeUpNames = (message: string | undefined) => message?.replace(/\b(user|admin)[0-9a-f]{12}\b/g, '$1…');
