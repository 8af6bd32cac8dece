import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { emailChanges, sessions } from '#db/schema/sessions.ts';
import { MOST_SESSIONS } from '../../base/identity/sessions.ts';
import { PANEL_ORIGIN, type SignedInUser, type TestClient, testApp } from '../../testing/app.ts';
import { cookieOf } from '../../testing/http.ts';
import { listProcedures } from '../../testing/inventory.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp({ env: { TRUST_PROXY: '127.0.0.1' } });

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';

interface Browser {
  client: TestClient;
  cookie: string;
}

/** Logs the user in again, from another browser at another address. */
async function signInThere({ user, password }: SignedInUser, address = '203.0.113.77'): Promise<Browser> {
  const headers = { 'user-agent': PHONE, 'x-forwarded-for': address };
  const answer = await app.post('auth.login', { userName: user.userName, password }, { headers });
  expect(answer.status).toBe(200);
  const { accessToken } = (answer.data as { tokens: { accessToken: string } }).tokens;
  return { client: app.client(accessToken), cookie: cookieOf(answer.headers) };
}

async function expectOut({ client, cookie }: Browser): Promise<void> {
  expect(await codeOf(client.auth.me.query())).toBe('session_ended');
  const answer = await app.post('auth.refresh', undefined, { headers: { cookie, origin: PANEL_ORIGIN } });
  expect(answer.error?.domainCode).toBe('session_ended');
}

async function idOf({ client }: Pick<Browser, 'client'>): Promise<string> {
  const current = (await client.auth.sessions.query()).find((session) => session.current);
  return current?.id ?? expect.fail('no session is the current one');
}

describe('the list of sessions', () => {
  it('shows each browser, its address and start, the current one first', async () => {
    const here = await app.registerUser();
    const there = await signInThere(here);

    const seenThere = await there.client.auth.sessions.query();
    expect(seenThere).toEqual([
      {
        id: expect.any(String),
        current: true,
        browser: 'Chrome',
        system: 'Android',
        kind: 'phone',
        address: '203.0.113.x',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
      expect.objectContaining({ current: false, browser: 'node', system: null, kind: null, address: '127.0.0.x' }),
    ]);
    const seenHere = await here.client.auth.sessions.query();
    expect(seenHere.map(({ id, current }) => [id, current])).toEqual([
      [seenThere[1]?.id, true],
      [seenThere[0]?.id, false],
    ]);
  });

  it("contains no other user's sessions", async () => {
    const here = await app.registerUser();
    await app.registerUser();
    expect(await here.client.auth.sessions.query()).toHaveLength(1);
  });

  it('updates address and time with a refresh', async () => {
    const here = await app.registerUser();
    const id = await idOf(here);
    const longAgo = new Date(Date.now() - 86_400_000);
    await app.db.update(sessions).set({ lastUsedAt: longAgo, createdAt: longAgo }).where(eq(sessions.id, id));

    const headers = { cookie: here.cookie, origin: PANEL_ORIGIN, 'x-forwarded-for': '2001:db8:12:34::1' };
    expect((await app.post('auth.refresh', undefined, { headers })).status).toBe(200);
    const [session] = await here.client.auth.sessions.query();
    expect(session).toMatchObject({ id, address: '2001:db8:12:x', createdAt: longAgo.toISOString() });
    expect(new Date(session?.lastUsedAt ?? 0).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('omits ended sessions: by a logout, at their end, or after an idle week', async () => {
    const here = await app.registerUser();
    const browsers = [await signInThere(here), await signInThere(here), await signInThere(here)] as const;
    expect(await here.client.auth.sessions.query()).toHaveLength(4);

    const [left, past, idle] = browsers;
    const [pastId, idleId] = [await idOf(past), await idOf(idle)];
    await left.client.auth.logout.mutate();
    await app.db.update(sessions).set({ expiresAt: sql`now()` }).where(eq(sessions.id, pastId));
    await app.db.update(sessions).set({ lastUsedAt: sql`now() - interval '8 days'` }).where(eq(sessions.id, idleId));
    expect(await here.client.auth.sessions.query()).toHaveLength(1);
  });
});

describe('ending a session', () => {
  it('logs that browser out at once and keeps the others', async () => {
    const here = await app.registerUser();
    const [lost, kept] = [await signInThere(here), await signInThere(here)];
    const id = await idOf(lost);

    expect(await here.client.auth.endSession.mutate({ id })).toEqual({ ok: true });

    await expectOut(lost);
    expect(await here.client.auth.sessions.query()).toHaveLength(2);
    expect(await kept.client.auth.me.query()).toBeDefined();
    // Ending an ended session succeeds.
    expect(await here.client.auth.endSession.mutate({ id })).toEqual({ ok: true });
  });

  it('a login above the limit ends the oldest one only', async () => {
    const first = await app.registerUser();
    const others: Browser[] = [];
    for (let nth = 1; nth < MOST_SESSIONS; nth++) others.push(await signInThere(first, `203.0.113.${nth}`));
    expect(await first.client.auth.sessions.query()).toHaveLength(MOST_SESSIONS);

    const newest = await signInThere(first, '203.0.113.200');

    expect(await codeOf(first.client.auth.me.query())).toBe('session_ended');
    expect(await newest.client.auth.sessions.query()).toHaveLength(MOST_SESSIONS);
    for (const { client } of others) expect(await client.auth.me.query()).toBeDefined();
  });

  it('of another user, or an unknown one, is not found', async () => {
    const [here, stranger] = [await app.registerUser(), await app.registerUser()];
    const foreign = await idOf(stranger);
    for (const id of [foreign, '019a0000-0000-7000-8000-000000000000']) {
      expect(await refusalOf(here.client.auth.endSession.mutate({ id }))).toMatchObject({
        code: 'not_found',
        httpStatus: 404,
      });
    }
    expect(await stranger.client.auth.me.query()).toBeDefined();
  });

  it('accepts only the id of a session', async () => {
    const { client } = await app.registerUser();
    expect(await codeOf(client.auth.endSession.mutate({ id: 'x' }))).toBe('bad_input');
    expect(await codeOf(client.auth.endSession.mutate({ id: await idOf({ client }), userId: 1 } as never))).toBe(
      'bad_input',
    );
  });
});

it('ending all others logs every other browser out at once, and nobody else', async () => {
  const [here, stranger] = [await app.registerUser(), await app.registerUser()];
  const others = [await signInThere(here), await signInThere(here)];

  expect(await here.client.auth.endOtherSessions.mutate()).toEqual({ ok: true });

  for (const other of others) await expectOut(other);
  expect(await here.client.auth.sessions.query()).toMatchObject([{ current: true }]);
  expect(await stranger.client.auth.me.query()).toBeDefined();
  const cookie = { cookie: here.cookie, origin: PANEL_ORIGIN };
  expect((await app.post('auth.refresh', undefined, { headers: cookie })).status).toBe(200);
});

describe('the profile', () => {
  it('has the address that waits for confirmation, as long as its link is valid', async () => {
    const { client, user, password } = await app.registerUser();
    expect(await client.auth.profile.query()).toEqual({ ...user, pendingEmail: null, twoFactor: null });

    const { name, phone } = user;
    const email = `new-${user.email}`;
    const changed = await client.auth.updateProfile.mutate({ name, phone, email, currentPassword: password });
    expect(await client.auth.profile.query()).toEqual(changed);
    expect(changed).toEqual({ ...user, pendingEmail: email, twoFactor: null });

    await app.db.update(emailChanges).set({ expiresAt: sql`now()` }).where(eq(emailChanges.userId, user.id));
    expect(await client.auth.profile.query()).toEqual({ ...user, pendingEmail: null, twoFactor: null });
  });
});

describe('a mutation without input', () => {
  const withoutInput = listProcedures().filter(({ type, input }) => type === 'mutation' && !input);

  it('is one of these', () => {
    expect(withoutInput.map(({ path }) => path).toSorted()).toEqual([
      'admin.alarms.test',
      'auth.endOtherSessions',
      'auth.logout',
      'auth.refresh',
      'balance.drop',
      'keys.revokeAll',
    ]);
  });

  it.each(withoutInput)('$path accepts {} and an empty body', async ({ path }) => {
    for (const body of [{}, undefined]) {
      const { accessToken, cookie } = await (path.startsWith('admin.') ? app.createAdminUser() : app.registerUser());
      const headers = { authorization: `Bearer ${accessToken}`, cookie, origin: PANEL_ORIGIN };
      expect((await app.post(path, body, { headers })).status).toBe(200);
    }
  });
});
