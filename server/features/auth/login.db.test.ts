import { hash } from 'argon2';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#db/schema/users.ts';
import { createPasswords } from '../../base/identity/passwords.ts';
import { startTestApp, testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

// With the real cost of a hash.
const app = await testApp({ passwords: createPasswords({ longestWaitMs: 60_000 }) });

const login = (userName: string, password: string) => app.client().auth.login.mutate({ userName, password });

describe('logging in', () => {
  it('works with the user name or the email, in any case', async () => {
    const { user, password } = await app.registerUser({ userName: 'Karim', email: 'Karim@Example.com' });

    for (const name of ['Karim', 'kARIM', 'karim@example.COM', '  Karim  ']) {
      const signedIn = await login(name, password);
      expect(signedIn.user).toEqual(user);
      expect((await app.client(signedIn.tokens.accessToken).auth.me.query()).id).toBe(user.id);
    }
  });

  it('refuses a wrong password and an unknown name with the same message', async () => {
    const { user } = await app.registerUser();

    const wrong = await app.post('auth.login', { userName: user.userName, password: 'not this one' });
    const unknown = await app.post('auth.login', { userName: 'nobody-has-it', password: 'not this one' });

    expect(wrong.status).toBe(401);
    expect(wrong.error).toMatchObject({ domainCode: 'invalid_credentials', message: 'Invalid credentials' });
    expect({ ...unknown.error, traceId: null }).toEqual({
      ...wrong.error,
      path: 'auth.login',
      traceId: null,
    });
    expect(unknown.headers.getSetCookie()).toEqual([]);
  });

  it('reports a block, but only with the correct password', async () => {
    const { user, password } = await app.registerUser();
    await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, user.id));

    expect(await codeOf(login(user.userName, 'not this one'))).toBe('invalid_credentials');
    expect(await refusalOf(login(user.userName, password))).toMatchObject({ code: 'blocked', httpStatus: 403 });
  });

  it.each([
    [
      { userName: '', password: '' },
      { userName: ['Username is required'], password: ['Password is required'] },
    ],
    [{ userName: 'x' }, { password: [expect.any(String)] }],
    [{ userName: { $ne: null }, password: 'x' }, { userName: [expect.any(String)] }],
  ])('refuses %o as input', async (input, fieldErrors) => {
    const { status, error } = await app.post('auth.login', input);
    expect(status).toBe(400);
    expect(error).toMatchObject({ domainCode: 'bad_input', fieldErrors });
  });

  it('hashes the password again if the cost has changed', async () => {
    const { user, password } = await app.registerUser();
    const weak = await hash(password, { memoryCost: 8192, timeCost: 2, parallelism: 1 });
    await app.db.update(users).set({ passwordHash: weak }).where(eq(users.id, user.id));

    await login(user.userName, password);

    const [row] = await app.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id));
    expect(row?.hash).toMatch(/m=19456,t=2,p=1/);
    await login(user.userName, password);
  });
});

describe('guessing', () => {
  it('deletes failures after a success', async () => {
    const { user, password } = await app.registerUser();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await codeOf(login(user.userName, 'a guess'));
      await login(user.userName, password);
    }
  });

  it('makes each further guess wait longer', async () => {
    const { user } = await app.registerUser();
    const pass = (seconds: number) =>
      app.db.execute(sql`update rate_limits set window_ends_at = window_ends_at - make_interval(secs => ${seconds})`);
    for (let i = 0; i < 5; i++) await codeOf(login(user.userName, 'a guess'));

    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      const { code, details } = await refusalOf(login(user.userName, 'a guess'));
      expect(code).toBe('too_many_requests');
      const wait = details?.retryAfterSeconds ?? 0;
      waits.push(wait);
      await pass(wait);
      expect(await codeOf(login(user.userName, 'a guess'))).toBe('invalid_credentials');
    }
    expect(waits.map((wait) => Math.round(wait / 60))).toEqual([1, 2, 4, 8]);
  });

  it('is limited per address, for any names', async () => {
    const limited = await startTestApp({ env: { LOGINS_PER_MINUTE_PER_ADDRESS: '3' } });
    const tries = await Promise.all(
      Array.from({ length: 6 }, (_, i) => limited.post('auth.login', { userName: `name${i}`, password: 'a guess' })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429, 429]);
    await limited.close();
  });

  it('ignores an address in a header that any client can send', async () => {
    const limited = await startTestApp({ env: { LOGINS_PER_MINUTE_PER_ADDRESS: '1' } });
    const from = (address: string) =>
      limited.post('auth.login', { userName: address, password: 'x' }, { headers: { 'x-forwarded-for': address } });
    expect((await from('198.51.100.1')).status).toBe(401);
    expect((await from('198.51.100.2')).status).toBe(429);
    await limited.close();
  });
});
