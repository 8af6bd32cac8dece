import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import type { Answer } from '../../testing/http.ts';
import { codeOf } from '../../testing/refusal.ts';
import { enroll, type TestFactor, totpCode, wrongCode } from '../../testing/second-factor.ts';

const UNLIMITED = '1000000';
/** Without the limits of login failures, so that only codes count. */
const app = await testApp({
  env: {
    TRUST_PROXY: '127.0.0.1',
    LOGIN_FAILURES_PER_15_MINUTES: UNLIMITED,
    LOGIN_FAILURES_PER_15_MINUTES_PER_ACCOUNT: UNLIMITED,
  },
});

let counter = 0;
/** An address without earlier attempts. */
const elsewhere = () => `10.0.0.${++counter}`;

const login = ({ user, password }: SignedInUser, code: string, cookie?: string) =>
  app.post(
    'auth.login',
    { userName: user.userName, password, code },
    { headers: { 'x-forwarded-for': elsewhere(), ...(cookie !== undefined && { cookie }) } },
  );

const deviceIn = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';', 1)[0];

async function guess(person: SignedInUser, { secret }: TestFactor, times: number): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  while (codes.length < times) codes.push((await login(person, wrongCode(secret))).error?.domainCode);
  return codes;
}

describe('guesses of the codes of an authenticator app', () => {
  it('are limited to thirty a day from new devices, by login and by re-authentication together', async () => {
    const person = await app.registerUser();
    const factor = await enroll(app, person);
    expect(await guess(person, factor, 29)).toEqual(Array(29).fill('wrong_code'));
    const headers = { authorization: `Bearer ${person.accessToken}`, 'x-forwarded-for': elsewhere() };
    const call = () => app.post('auth.reauthenticate', { code: wrongCode(factor.secret) }, { headers });
    expect((await call()).error?.domainCode).toBe('wrong_code');
    expect((await call()).error?.domainCode).toBe('too_many_requests');
    expect((await login(person, await factor.code())).error?.domainCode).toBe('too_many_requests');
  });

  it('lock out neither a recovery code nor a known device', async () => {
    const person = await app.registerUser();
    const factor = await enroll(app, person);
    const device = deviceIn(await login(person, await factor.code()));
    expect((await guess(person, factor, 31)).at(-1)).toBe('too_many_requests');
    expect((await login(person, await factor.code(), device)).status).toBe(200);
    expect((await login(person, factor.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('are forgotten after a right one, not after a new password', async () => {
    const person = await app.registerUser();
    const factor = await enroll(app, person);
    await guess(person, factor, 29);
    expect((await login(person, await factor.code())).status).toBe(200);
    expect((await guess(person, factor, 30)).at(-1)).toBe('wrong_code');

    const newPassword = 'an entirely new phrase';
    await person.client.auth.changePassword.mutate({ currentPassword: person.password, newPassword });
    expect(await guess({ ...person, password: newPassword }, factor, 1)).toEqual(['too_many_requests']);
  });
});

const NEW = 'an entirely new phrase';

it.each<[string, (person: SignedInUser) => Promise<unknown>]>([
  [
    'changed',
    ({ client, password }) => client.auth.changePassword.mutate({ currentPassword: password, newPassword: NEW }),
  ],
  ['reset', async ({ user }) => app.client().auth.resetPassword.mutate({ token: await tokenFor(user), password: NEW })],
])('a set-up that a thief began can not be confirmed after the password was %s', async (_how, change) => {
  const person = await app.registerUser();
  const { secret } = await person.client.auth.twoFactor.begin.mutate({ password: person.password });
  await change(person);
  const { accessToken } = ((await login({ ...person, password: NEW }, '000000')).data as SignedIn).tokens;
  const confirm = app.client(accessToken).auth.twoFactor.confirm.mutate({ code: totpCode(secret) });
  expect(await codeOf(confirm)).toBe('second_factor_off');
});

type SignedIn = { tokens: { accessToken: string } };

async function tokenFor({ email }: SignedInUser['user']): Promise<string> {
  await app.post('auth.forgotPassword', { email });
  const [mail] = await app.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
  return /reset-password\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? expect.fail('no link');
}
