import { expect } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';
import { httpStatusOf } from '../api/http/status.ts';
import type { TestApp } from './app.ts';

/** The outcome of a call through either API. */
export interface Outcome {
  status: number;
  ok: boolean;
  headers: Headers;
  /** The response in the API's own format. */
  data: any; // oxlint-disable-line typescript/no-explicit-any -- a test that reads a field which is not there fails
  /** The message of an error. */
  message: string | undefined;
  /** The error code; the REST API has none. */
  code: ErrorCode | undefined;
}

/** The caller; undefined for a visitor. */
export type Caller = { accessToken?: string; cookie?: string } | undefined;

/**
 * User actions through one of the two APIs, for tests that use either and compare the effects. Amounts are in dollars; a value of any
 * other type is sent unchanged.
 */
export interface Api {
  name: string;
  register: Call<object>;
  login: Call<{ userName: string; password: string }>;
  refresh: Call<undefined>;
  forgotPassword: Call<{ email: unknown }>;
  resetPassword: Call<{ token: string; password: string }>;
  readProfile: Call<undefined>;
  updateProfile: Call<object>;
  placeOrder: Call<{ serviceId: number; quantity: unknown; comments?: unknown; price?: unknown; requestId?: string }>;
  /** Only tRPC has partial refunds. */
  decideOrder: Call<{ id: number; decision: 'complete' | 'reject' | 'partial'; remaining?: number }>;
  requestRecharge: Call<{ method: string; dollars: unknown; reference: string; taka?: unknown; requestId?: string }>;
  decideRecharge: Call<{ id: number; decision: 'approve' | 'reject' }>;
  giveBalance: Call<{ id: number; dollars: number; requestId?: string }>;
  block: Call<{ id: number }>;
}

type Call<Input> = (app: TestApp, caller: Caller, input: Input, headers?: Record<string, string>) => Promise<Outcome>;

const LINK = 'https://example.com/post';
const nanosOf = (dollars: unknown) => (typeof dollars === 'number' ? Math.round(dollars * 1e9) : dollars);

export const trpcApi: Api = {
  name: 'tRPC',
  register: procedure('auth.register'),
  login: procedure('auth.login'),
  refresh: procedure('auth.refresh'),
  forgotPassword: procedure('auth.forgotPassword'),
  resetPassword: procedure('auth.resetPassword'),
  readProfile: (app, caller, _, headers) => send(app, 'GET', '/trpc/auth.me', { caller, headers }),
  updateProfile: procedure('auth.updateProfile'),
  placeOrder: (app, caller, { price, ...input }) =>
    procedure('orders.place')(app, caller, { link: LINK, ...input, expectedChargeNanos: nanosOf(price) }),
  decideOrder: procedure('admin.orders.decide'),
  requestRecharge: (app, caller, { dollars, taka, ...input }) =>
    procedure('balance.requestRecharge')(app, caller, {
      ...input,
      amountNanos: nanosOf(dollars),
      expectedPaidTaka: taka,
    }),
  decideRecharge: procedure('admin.recharges.decide'),
  giveBalance: (app, caller, { dollars, ...input }) =>
    procedure('admin.users.giveBalance')(app, caller, { ...input, amountNanos: nanosOf(dollars) }),
  block: (app, caller, { id }) => procedure('admin.users.setBlocked')(app, caller, { id, blocked: true }),
};

export const restApi: Api = {
  name: 'REST',
  register: route('POST', '/api/v1/user/register'),
  login: route('POST', '/api/v1/user/login'),
  refresh: route('POST', '/refresh'),
  forgotPassword: route('POST', '/api/v1/user/forgotPassword'),
  resetPassword: (app, caller, { token, password }) =>
    route('POST', `/api/v1/user/resetPassword/${encodeURIComponent(token)}`)(app, caller, { password }),
  readProfile: (app, caller, _, headers) => send(app, 'GET', '/api/v1/user/profile', { caller, headers }),
  updateProfile: route('PUT', '/api/v1/user/update'),
  placeOrder: (app, caller, { serviceId, requestId, ...body }) =>
    route('POST', `/api/v1/service/buy/${serviceId}`)(app, caller, { link: LINK, ...body }, keyed(requestId)),
  decideOrder: (app, caller, { id, decision }) =>
    route('PUT', `/api/v1/service/approve/${id}`)(app, caller, { status: decision === 'reject' ? 'rejected' : 'done' }),
  requestRecharge: (app, caller, { method, dollars, reference, taka, requestId }) =>
    route('POST', '/api/v1/balance/addBalance')(
      app,
      caller,
      { paymentMethod: method, amount: dollars, reference, paidTaka: taka },
      keyed(requestId),
    ),
  decideRecharge: (app, caller, { id, decision }) =>
    route('PUT', `/api/v1/balance/update/${id}`)(app, caller, {
      status: decision === 'approve' ? 'approved' : 'rejected',
    }),
  giveBalance: (app, caller, { id, dollars, requestId }) =>
    route('PUT', `/api/v1/balance/giveBalanceByAdmin/${id}`)(app, caller, { amount: dollars }, keyed(requestId)),
  block: (app, caller, { id }) => route('PUT', '/api/v1/user/update')(app, caller, { id: String(id), isDeleted: true }),
};

export const apis = [trpcApi, restApi];

/** Fails if the call succeeded, or was refused for another reason. */
export function expectRefused({ status, message }: Outcome, ...codes: ErrorCode[]): void {
  expect(codes.map(httpStatusOf), message).toContain(status);
}

/** A number as text that JavaScript can't represent: `1e999`, `NaN`. */
export function written(text: string): unknown {
  return { toJSON: () => `${MARK}${text}${MARK}` };
}

const MARK = '\u0001';
const marked = new RegExp(`"\\\\u0001(.*?)\\\\u0001"`, 'g');

/** Sends a plain HTTP request. */
export async function send(
  app: Pick<TestApp, 'url'>,
  method: string,
  path: string,
  { caller, headers, body }: { caller?: Caller; headers?: Record<string, string> | undefined; body?: unknown } = {},
): Promise<Outcome> {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...(caller?.accessToken && { authorization: `Bearer ${caller.accessToken}` }),
      ...(caller?.cookie && { cookie: caller.cookie }),
      ...headers,
    },
    body: typeof body === 'string' ? body : (JSON.stringify(body)?.replaceAll(marked, '$1') ?? null),
  });
  const text = await response.text();
  const answer = text.startsWith('{') ? (JSON.parse(text) as Answer) : {};
  const refusal = typeof answer.error === 'object' ? answer.error : undefined;
  return {
    status: response.status,
    ok: response.ok,
    headers: response.headers,
    data: answer.result ? answer.result.data : answer.data,
    message: refusal?.message ?? (answer.error as string | undefined),
    code: refusal?.data.domainCode,
  };
}

interface Answer {
  result?: { data: unknown };
  data?: unknown;
  error?: string | { message: string; data: { domainCode: ErrorCode } };
}

function procedure(name: string): Call<object | undefined> {
  return (app, caller, body, headers) => send(app, 'POST', `/trpc/${name}`, { caller, body, headers });
}

function route(method: string, path: string): Call<object | undefined> {
  return (app, caller, body, headers) => send(app, method, path, { caller, body, headers });
}

const keyed = (requestId: string | undefined) => (requestId ? { 'idempotency-key': requestId } : undefined);
