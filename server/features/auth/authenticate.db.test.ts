import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../db/client.ts';
import { sessions } from '../../../db/schema/sessions.ts';
import { users } from '../../../db/schema/users.ts';
import { type SignedInUser, startTestApp, type TestApp } from '../../testing/app.ts';
import { codeOf } from '../../testing/refusal.ts';
import { createAccessTokens, signingKey } from './access-token.ts';
import { createSessionLookup } from './session-lookup.ts';

let app: TestApp;
let signedIn: SignedInUser;
beforeAll(async () => {
  app = await startTestApp();
  signedIn = await app.registerUser();
});
afterAll(() => app.close());

const ask = (token: string) => app.client(token).auth.me.query();
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The token taken apart, to be put together in a way that the server never would. */
function taken(token = signedIn.accessToken) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  return { header: read(header), payload: read(payload), signature };
}

/** Signed with the server's own key: only what is in it is wrong. */
async function signed(changes: { header?: Record<string, unknown>; payload?: Record<string, unknown> }) {
  const { header, payload } = taken();
  return new SignJWT({ ...payload, ...changes.payload })
    .setProtectedHeader({ alg: 'HS256', ...header, ...changes.header })
    .sign(signingKey(app.secret).key);
}

describe('an access token', () => {
  it('names a user and a session, and nothing else', () => {
    const { header, payload } = taken();
    expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: expect.any(String) });
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
    expect(Number(payload.exp) - Number(payload.iat)).toBe(15 * 60);
  });

  it('opens the panel as it is, signed by hand too', async () => {
    expect((await ask(await signed({}))).id).toBe(signedIn.user.id);
  });

  const now = Math.floor(Date.now() / 1000);
  it.each<[string, () => string | Promise<string>]>([
    ['nonsense', () => 'nonsense'],
    ['alg none', () => `${part({ ...taken().header, alg: 'none' })}.${part(taken().payload)}.`],
    [
      'alg none with a signature',
      () => `${part({ ...taken().header, alg: 'none' })}.${part(taken().payload)}.${taken().signature}`,
    ],
    [
      'another algorithm with the same key',
      () => {
        const body = `${part({ ...taken().header, alg: 'HS512' })}.${part(taken().payload)}`;
        return `${body}.${createHmac('sha512', signingKey(app.secret).key).update(body).digest('base64url')}`;
      },
    ],
    [
      'the secret itself as key',
      () => {
        const body = `${part(taken().header)}.${part(taken().payload)}`;
        return `${body}.${createHmac('sha256', app.secret).update(body).digest('base64url')}`;
      },
    ],
    [
      'another user put in',
      () => `${part(taken().header)}.${part({ ...taken().payload, sub: '1' })}.${taken().signature}x`,
    ],
    [
      "another server's key",
      () => createAccessTokens('x'.repeat(48)).issue({ userId: signedIn.user.id, sessionId: crypto.randomUUID() }),
    ],
    ['an unknown kid', () => signed({ header: { kid: 'other' } })],
    ['a kid that is a path', () => signed({ header: { kid: '../../../../dev/null' } })],
    ['a kid that is SQL', () => signed({ header: { kid: "x' union select 'key" } })],
    ['no kid', () => signed({ header: { kid: undefined } })],
    [
      'a key of its own',
      () => signed({ header: { kid: undefined, jwk: { kty: 'oct', k: 'AAAA' }, jku: 'https://evil.example' } }),
    ],
    ['an unknown critical header', () => signedCritical()],
    ['another audience', () => signed({ payload: { aud: 'another-service' } })],
    ['another issuer', () => signed({ payload: { iss: 'evil' } })],
    ['another type', () => signed({ header: { typ: 'JWT' } })],
    ['no expiry', () => signed({ payload: { exp: undefined } })],
    ['an expiry in the past', () => signed({ payload: { exp: now - 1 } })],
    ['no session', () => signed({ payload: { sid: undefined } })],
    ['a user that is no number', () => signed({ payload: { sub: '1 or 1=1' } })],
    ['a session that is no uuid', () => signed({ payload: { sid: "' or true --" } })],
  ])('is refused with %s', async (_what, make) => {
    expect(await codeOf(ask(await make()))).toBe('unauthenticated');
  });

  it('is refused once it has expired, although it was good a moment ago', async () => {
    let clock = Date.now();
    const tokens = createAccessTokens(app.secret, { now: () => clock });
    const token = await tokens.issue({ userId: 1, sessionId: crypto.randomUUID() });

    expect(await tokens.verify(token)).not.toBeNull();
    clock += 15 * 60_000 - 2_000;
    expect(await tokens.verify(token)).not.toBeNull();
    clock += 3_000;
    expect(await tokens.verify(token)).toBeNull();
  });

  async function signedCritical(): Promise<string> {
    const body = `${part({ ...taken().header, crit: ['exotic'], exotic: true })}.${part(taken().payload)}`;
    return `${body}.${createHmac('sha256', signingKey(app.secret).key).update(body).digest('base64url')}`;
  }
});

describe('who asks is read from the database each time', () => {
  it('a session that does not exist, or belongs to somebody else, has ended', async () => {
    const other = await app.registerUser();
    expect(await codeOf(ask(await signed({ payload: { sid: crypto.randomUUID() } })))).toBe('session_ended');
    expect(await codeOf(ask(await signed({ payload: { sub: String(other.user.id) } })))).toBe('session_ended');
  });

  it('a blocked user is stopped at once with the token they hold, and so is a revoked session', async () => {
    const { user, client } = await app.registerUser();
    await client.auth.me.query();
    await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, user.id));
    expect(await codeOf(client.auth.me.query())).toBe('blocked');

    await app.db.update(users).set({ blockedAt: null }).where(eq(users.id, user.id));
    expect((await client.auth.me.query()).id).toBe(user.id);
    await app.db.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.userId, user.id));
    expect(await codeOf(client.auth.me.query())).toBe('session_ended');
  });

  it('a role that was taken away is gone with the next request', async () => {
    const { user, client } = await app.createAdminUser();
    await client.admin.users.get.query({ id: user.id });
    await app.db.update(users).set({ role: 'user' }).where(eq(users.id, user.id));
    expect(await codeOf(client.admin.users.get.query({ id: user.id }))).toBe('forbidden');
  });

  it('64 requests at once cost a few queries, and each gets its own answer', async () => {
    const everybody = await Promise.all(Array.from({ length: 8 }, () => app.registerUser()));
    const rows = await app.db.select({ id: sessions.id, userId: sessions.userId }).from(sessions);
    const counted = countingQueries(app.db);
    const find = createSessionLookup(counted.db);

    const asked = Array.from({ length: 64 }, (_, i) => everybody[i % 8]?.user.id ?? 0);
    const found = await Promise.all(asked.map((userId) => find(rows.find((row) => row.userId === userId)?.id ?? '')));

    expect(found.map((state) => state?.userId)).toEqual(asked);
    expect(counted.count()).toBeLessThanOrEqual(3);
  });

  it('a failed look-up fails those who asked, and not those who ask later', async () => {
    let broken = true;
    const find = createSessionLookup({
      ...app.db,
      $client: ((...args: Parameters<Db['$client']>) =>
        broken ? Promise.reject(new Error('connection lost')) : app.db.$client(...args)) as unknown as Db['$client'],
    } as Db);
    const [session] = await app.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, signedIn.user.id));
    const both = await Promise.allSettled([find(session?.id ?? ''), find(session?.id ?? '')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await find(session?.id ?? '')).toMatchObject({ userId: signedIn.user.id, live: true });
  });
});

function countingQueries(db: Db): { db: Db; count: () => number } {
  let queries = 0;
  const $client = ((...args: Parameters<Db['$client']>) => {
    queries++;
    return db.$client(...args);
  }) as unknown as Db['$client'];
  return { db: { ...db, $client } as Db, count: () => queries };
}
