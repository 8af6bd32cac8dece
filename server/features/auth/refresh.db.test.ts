import { request } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { refreshTokens, sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { PANEL_ORIGIN, type SignedInUser, startTestApp, testApp } from '../../testing/app.ts';
import { cookieOf } from '../../testing/http.ts';
import { codeOf } from '../../testing/refusal.ts';

const app = await testApp();

const refresh = (cookie: string, headers: Record<string, string> = { origin: PANEL_ORIGIN }) =>
  app.post('auth.refresh', undefined, { headers: { cookie, ...headers } });

/** Lets the ten-second grace period for retries pass. */
const passGrace = (cookie: string) =>
  app.db
    .update(refreshTokens)
    .set({ usedAt: sql`now() - interval '11 seconds'` })
    .where(eq(refreshTokens.hash, hashToken(cookie.split('=')[1] ?? '')));

async function expectEnded({ client }: SignedInUser, ...cookies: string[]): Promise<void> {
  expect(await codeOf(client.auth.me.query())).toBe('session_ended');
  for (const cookie of cookies) expect((await refresh(cookie)).error?.domainCode).toBe('session_ended');
}

describe('refreshing', () => {
  it('gives a new access token and another cookie, as login does', async () => {
    const { user, cookie } = await app.registerUser();

    const answer = await refresh(cookie);

    expect(answer.status).toBe(200);
    const { tokens, ...rest } = answer.data as { user: unknown; tokens: { accessToken: string } };
    expect(rest).toEqual({ user });
    expect((await app.client(tokens.accessToken).auth.me.query()).id).toBe(user.id);
    expect(cookieOf(answer.headers)).toMatch(/^rt=[\w-]{43}$/);
    expect(cookieOf(answer.headers)).not.toBe(cookie);
  });

  it('continues repeatedly, each time with the newest cookie', async () => {
    let { cookie } = await app.registerUser();
    for (let i = 0; i < 5; i++) {
      const answer = await refresh(cookie);
      expect(answer.status).toBe(200);
      await passGrace(cookie);
      cookie = cookieOf(answer.headers);
    }
  });

  it('gives a retry within ten seconds the same cookie', async () => {
    const { cookie } = await app.registerUser();
    const first = await refresh(cookie);
    const retry = await refresh(cookie);

    expect(retry.status).toBe(200);
    expect(cookieOf(retry.headers)).toBe(cookieOf(first.headers));
    expect((await refresh(cookieOf(retry.headers))).status).toBe(200);
  });

  it('ends the session when an old cookie is used after its successor was used', async () => {
    const signedIn = await app.registerUser();
    const next = cookieOf((await refresh(signedIn.cookie)).headers);
    const afterNext = cookieOf((await refresh(next)).headers);

    expect((await refresh(signedIn.cookie)).error?.domainCode).toBe('session_ended');
    await expectEnded(signedIn, next, afterNext);
  });

  it('leaves other sessions of the same user alone when one is ended', async () => {
    const stolen = await app.registerUser();
    const { data } = await app.post('auth.login', { userName: stolen.user.userName, password: stolen.password });
    await refresh(stolen.cookie);
    await passGrace(stolen.cookie);
    await refresh(stolen.cookie);

    await expectEnded(stolen);
    const { tokens } = data as { tokens: { accessToken: string } };
    expect((await app.client(tokens.accessToken).auth.me.query()).id).toBe(stolen.user.id);
  });

  it.each([
    ['no cookie', ''],
    ['an unknown token', 'rt=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a cookie of another name', '__Host-rt=AAAA'],
    ['nonsense', 'rt=%00%ff; rt=;'],
  ])('refuses %s', async (_what, cookie) => {
    const answer = await refresh(cookie);
    expect([answer.status, answer.error?.domainCode]).toEqual([401, 'session_ended']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('refuses a token past its week, and a session past its month', async () => {
    const idle = await app.registerUser();
    await app.db
      .update(refreshTokens)
      .set({ expiresAt: sql`now()` })
      .where(eq(refreshTokens.hash, hashToken(idle.cookie.slice('rt='.length))));
    expect((await refresh(idle.cookie)).error?.domainCode).toBe('session_ended');

    const old = await app.registerUser();
    await app.db.update(sessions).set({ expiresAt: sql`now()` }).where(eq(sessions.userId, old.user.id));
    await expectEnded(old, old.cookie);
  });

  it('never lets a token outlive its session', async () => {
    const { user, cookie } = await app.registerUser();
    const end = new Date(Date.now() + 3_600_000);
    await app.db.update(sessions).set({ expiresAt: end }).where(eq(sessions.userId, user.id));

    const [set = ''] = (await refresh(cookie)).headers.getSetCookie();
    expect(Date.parse(/Expires=([^;]+)/.exec(set)?.[1] ?? '')).toBe(Math.floor(end.getTime() / 1000) * 1000);
  });

  it('reports a block', async () => {
    const { user, cookie } = await app.registerUser();
    await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, user.id));
    expect((await refresh(cookie)).error?.domainCode).toBe('blocked');
  });

  it('stores neither token in the database', async () => {
    const { cookie } = await app.registerUser();
    const next = cookieOf((await refresh(cookie)).headers);
    const rows = await app.db.execute(sql`select * from refresh_tokens`);
    for (const token of [cookie, next]) expect(JSON.stringify(rows)).not.toContain(token.slice('rt='.length));
  });
});

describe('the cookie is trusted only from the panel itself', () => {
  it('accepts a configured origin, and Sec-Fetch-Site if Origin is missing', async () => {
    const configured = await startTestApp({ env: { CORS_ORIGINS: 'https://old-client.example' } });
    const good: Record<string, string>[] = [
      { origin: 'https://old-client.example' },
      { 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of good) {
      const { cookie } = await configured.registerUser();
      const answer = await configured.post('auth.refresh', undefined, { headers: { cookie, ...headers } });
      expect(answer.status).toBe(200);
    }
    await configured.close();
  });

  it('in development accepts every loopback name at the port of the server, or of a proxy', async () => {
    const { port } = new URL(app.url);
    const answers = new Map<string, number>();
    const tryFrom = async (origin: string, host?: string) => {
      const { cookie } = await app.registerUser();
      const headers = { cookie, origin, ...(host !== undefined && { host }) };
      answers.set(`${origin} ${host ? 'behind a proxy' : ''}`.trim(), await statusOf(app.url, headers));
    };
    const names = ['localhost', '127.0.0.1', '[::1]'];
    for (const name of names) await tryFrom(`http://${name}:${port}`);
    await tryFrom('http://localhost:5173', 'localhost:5173');
    expect(new Set(answers.values())).toEqual(new Set([200]));

    answers.clear();
    await tryFrom('http://localhost:1');
    await tryFrom(`http://evil.example:${port}`);
    await tryFrom(`http://localhost.evil.example:${port}`);
    await tryFrom(`http://127.0.0.1.evil.example:${port}`);
    await tryFrom('http://evil.example:5173', 'evil.example:5173');
    await tryFrom('http://localhost:5173', 'evil.example:5173');
    expect(new Set(answers.values())).toEqual(new Set([403]));
    expect(answers.size).toBe(6);
  });

  it('in production accepts PUBLIC_URL only, whatever the headers say, and names it in the error', async () => {
    const secret = 'a-secret-of-the-test-with-many-characters';
    const env = {
      NODE_ENV: 'production',
      JWT_SECRET: secret,
      PUBLIC_URL: 'https://panel.example.com',
      TRUST_PROXY: '127.0.0.1',
    };
    const production = await startTestApp({ env });
    const { host, port } = new URL(production.url);
    const { cookie } = await production.registerUser();
    const forwarded = { 'x-forwarded-host': 'www.example.net', 'x-forwarded-proto': 'https' };
    for (const origin of [production.url, `http://${host}`, `http://localhost:${port}`, 'https://www.example.net']) {
      for (const call of ['auth.refresh', 'auth.logout']) {
        const answer = await production.post(call, undefined, { headers: { cookie, origin, ...forwarded } });
        expect([origin, answer.status, answer.error?.domainCode]).toEqual([origin, 403, 'foreign_origin']);
        expect(answer.error?.message).toContain('The panel is at https://panel.example.com');
      }
      const overRest = await fetch(`${production.url}/refresh`, {
        method: 'POST',
        headers: { cookie, origin, ...forwarded },
      });
      expect([overRest.status, await overRest.text()]).toEqual([
        403,
        expect.stringContaining('https://panel.example.com'),
      ]);
    }
    const own = { headers: { cookie, origin: 'https://panel.example.com' } };
    expect((await production.post('auth.refresh', undefined, own)).status).toBe(200);
    await production.close();
  });

  it('refuses everything else', async () => {
    const { cookie } = await app.registerUser();
    const answer = await app.post(
      'auth.changePassword',
      { currentPassword: 'x', newPassword: 'long enough' },
      {
        headers: { cookie, origin: PANEL_ORIGIN },
      },
    );
    expect(answer.error?.domainCode).toBe('unauthenticated');
  });
});

describe('logging out', () => {
  it('ends the session on the server and removes the cookie', async () => {
    const signedIn = await app.registerUser();
    const answer = await app.post('auth.logout', undefined, {
      headers: { cookie: signedIn.cookie, origin: PANEL_ORIGIN },
    });

    expect(answer.data).toEqual({ ok: true });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^rt=; .*Expires=Thu, 01 Jan 1970/);
    await expectEnded(signedIn, signedIn.cookie);
  });

  it('works by the access token alone, from a script without any Origin', async () => {
    const signedIn = await app.registerUser();
    expect(await signedIn.client.auth.logout.mutate()).toEqual({ ok: true });
    await expectEnded(signedIn, signedIn.cookie);
  });

  it('succeeds when repeated, and keeps other sessions', async () => {
    const here = await app.registerUser();
    const there = await app.client().auth.login.mutate({ userName: here.user.userName, password: here.password });
    for (let i = 0; i < 2; i++) expect(await here.client.auth.logout.mutate()).toEqual({ ok: true });
    expect(await app.client(there.tokens.accessToken).auth.me.query()).toBeDefined();
  });
});

/** fetch() does not allow choosing a Host. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(
    `${url}/trpc/auth.refresh`,
    { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
    (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    },
  )
    .once('error', reject)
    .end();
  return promise;
}

describe('sessions', () => {
  it('that have ended do not count', async () => {
    const { user, password, client } = await app.registerUser();
    const input = { userName: user.userName, password };
    for (let i = 0; i < 20; i++) {
      const { tokens } = await app.client().auth.login.mutate(input);
      await app.client(tokens.accessToken).auth.logout.mutate();
    }
    expect(await client.auth.me.query()).toBeDefined();
  });
});
