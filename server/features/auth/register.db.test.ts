import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accounts } from '#db/schema/ledger.ts';
import { users } from '#db/schema/users.ts';
import { createPasswords } from '../../base/identity/passwords.ts';
import { registerFields, startTestApp, testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

// With the real cost of a hash.
const app = await testApp({ passwords: createPasswords({ longestWaitMs: 60_000 }) });

const register = (overrides = {}) => app.client().auth.register.mutate(registerFields(overrides));

describe('registering', () => {
  it('creates a customer with an empty wallet, signed in', async () => {
    const { user, client } = await app.registerUser({ userName: 'Rahim.Khan', email: 'Rahim@Example.com' });

    expect(user).toMatchObject({ userName: 'Rahim.Khan', email: 'Rahim@Example.com', role: 'user', image: null });
    expect(await client.auth.me.query()).toEqual({ ...user, balanceNanos: 0, twoFactor: false, mustEnroll: false });
  });

  it('returns exactly what the browser stores, and the refresh token in a cookie only', async () => {
    const answer = await app.post('auth.register', registerFields());

    expect(Object.keys(answer.data as object).sort()).toEqual(['tokens', 'user']);
    expect(Object.keys((answer.data as { user: object }).user).sort()).toEqual(
      ['createdAt', 'email', 'id', 'image', 'language', 'name', 'phone', 'role', 'userName'].sort(),
    );
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^rt=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    expect(answer.text).not.toContain(/^rt=([\w-]+)/.exec(cookie)?.[1]);
  });

  it('with https binds the cookie to the host', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://panel.test' } });
    const answer = await secure.post('auth.register', registerFields());
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-rt=.*; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/);
    await secure.close();
  });

  it('stores the password as argon2id with the current cost', async () => {
    const { user } = await app.registerUser();
    const [row] = await app.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id));
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('reports every empty field with its own message', async () => {
    const empty = { userName: '', name: '', email: '', phone: '', password: '', confirmPassword: '' };
    const { code, httpStatus, fieldErrors } = await refusalOf(app.client().auth.register.mutate(empty));

    expect([code, httpStatus]).toEqual(['bad_input', 400]);
    expect(fieldErrors).toMatchObject({
      userName: expect.arrayContaining(['Username is required']),
      name: ['Name is required'],
      email: expect.arrayContaining(['Email is required']),
      phone: expect.arrayContaining(['phone Number is required']),
      password: expect.arrayContaining(['Password is required']),
      confirmPassword: ['Please confirm your password'],
    });
  });

  it.each([
    ['a short password', { password: '12345' }, 'password', 'Password must be at least 6 characters'],
    ['two passwords', { confirmPassword: 'something else' }, 'confirmPassword', 'Passwords do not match'],
    ['no email', { email: 'nobody' }, 'email', 'Invalid email address'],
    ['a common password', { password: 'PassWord1' }, 'password', /too common/],
    ['one character many times', { password: 'zzzzzzzzzzzz' }, 'password', /too common/],
    ['their name as password', { userName: 'my.own.name', password: 'My.Own.Name' }, 'password', /too common/],
  ])('refuses %s', async (_what, overrides, field, message) => {
    const { code, fieldErrors } = await refusalOf(register(overrides));
    expect(code).toBe('bad_input');
    expect(fieldErrors?.[field]?.[0]).toMatch(message);
  });

  it("uses the shop's minimum, also in the message", async () => {
    const strict = await startTestApp({ env: { PASSWORD_MIN_LENGTH: '12' } });
    const { fieldErrors } = await refusalOf(
      strict.client().auth.register.mutate(registerFields({ password: 'eleven char' })),
    );
    expect(fieldErrors).toEqual({ password: ['Password must be at least 12 characters'] });
    await strict.close();
  });

  it('refuses a taken name and email, in any case, as errors of their fields', async () => {
    await register({ userName: 'Taken', email: 'taken@example.com' });

    const byName = await refusalOf(register({ userName: 'tAKEN' }));
    expect(byName).toMatchObject({
      code: 'user_name_taken',
      httpStatus: 409,
      fieldErrors: { userName: [byName.message] },
    });
    const byEmail = await refusalOf(register({ email: 'TAKEN@example.com' }));
    expect(byEmail).toMatchObject({ code: 'email_taken', httpStatus: 409, fieldErrors: { email: [byEmail.message] } });
  });

  it.each([
    ['TURKİSH@example.com', 'turkish@example.com'],
    ['dotless.ı@example.com', 'DOTLESS.I@example.com'],
    ['ｗｉｄｅ@example.com', 'wide@example.com', 'wide@example.com'],
    ['ünal@example.com', 'U\u0308NAL@example.com'],
  ])('treats %s and %s as one address', async (first, second, stored = first) => {
    await register({ email: first });
    expect(await codeOf(register({ email: second }))).toBe('email_taken');
    const password = registerFields().password;
    expect((await app.client().auth.login.mutate({ userName: second, password })).user.email).toBe(stored);
  });

  it('creates one of many with the same name at the same time', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => register({ userName: 'onlyone' })));

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const made = await app.db.select({ id: users.id }).from(users).where(eq(users.userName, 'onlyone'));
    expect(made).toHaveLength(1);
    const wallets = await app.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.userId, made[0]?.id ?? 0));
    expect(wallets).toHaveLength(1);
  });

  it('is limited per address, with a time to retry', async () => {
    const limited = await startTestApp({ env: { REGISTRATIONS_PER_HOUR_PER_ADDRESS: '2' } });
    const tries = await Promise.all(Array.from({ length: 5 }, () => limited.post('auth.register', registerFields())));

    expect(tries.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    const refused = tries.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(refused?.error?.details?.retryAfterSeconds).toBe(Number(refused?.headers.get('retry-after')));
    await limited.close();
  });
});
