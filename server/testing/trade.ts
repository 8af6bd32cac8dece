import type { KeyScope } from '#shared/key-scopes.ts';
import { type Nanos, nanos } from '#shared/money.ts';
import type { TestApp } from './app.ts';
import { makeUser, type TestUser } from './factories.ts';
import { makeKey } from './keys.ts';

/** An answer of the API v2. */
export interface TradeAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: any; // oxlint-disable-line typescript/no-explicit-any -- a test that reads a field which is not there fails
}

type Fields = Record<string, string | number>;

/** A customer with an API key. */
export interface Trader extends TestUser {
  key: string;
  /** Posts these parameters as a form, with the key. */
  call: (parameters: Fields) => Promise<TradeAnswer>;
}

interface TraderOverrides {
  balanceNanos?: Nanos;
  scopes?: KeyScope[];
}

/** A customer of the API v2, whose key may read and order by default. */
export async function makeTrader(
  app: Pick<TestApp, 'url' | 'db' | 'deps'>,
  { balanceNanos = nanos(0), scopes = ['read', 'order'] }: TraderOverrides = {},
): Promise<Trader> {
  const user = await makeUser(app.db, { balanceNanos });
  const { accessToken: key } = await makeKey(app, user, { scopes });
  return { ...user, key, call: (parameters) => postTrade(app, new URLSearchParams(textsOf({ key, ...parameters }))) };
}

/** Posts a body to the API v2; `fetch` sets the content type by its kind. */
export async function postTrade(
  { url }: Pick<TestApp, 'url'>,
  body: RequestInit['body'],
  headers: Record<string, string> = {},
  path = '/api/v2',
): Promise<TradeAnswer> {
  return readTrade(await fetch(`${url}${path}`, { method: 'POST', body, headers, redirect: 'error' }));
}

export async function readTrade(response: Response): Promise<TradeAnswer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown };
}

function textsOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
