import { describe, expect, it, test } from 'vitest';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { codeOf } from '../../testing/refusal.ts';
import { enroll, type TestFactor, wrongCode } from '../../testing/second-factor.ts';

const LIMIT = 5;
const app = await testApp({ env: { TRUST_PROXY: '127.0.0.1', LOGIN_FAILURES_PER_15_MINUTES: String(LIMIT) } });

/** A user with a second factor, or without one, or with one that is not confirmed. */
interface World {
  user: SignedInUser;
  factor: TestFactor | undefined;
  /** Wrong, whatever the state. */
  wrong: string;
}

const login = ({ user, password }: SignedInUser, code?: string, userName = user.userName) =>
  app.client().auth.login.mutate({ userName, password, code });

async function on(): Promise<World> {
  const user = await app.registerUser();
  const factor = await enroll(app, user);
  return { user, factor, wrong: wrongCode(factor.secret) };
}

async function off(): Promise<World> {
  return { user: await app.registerUser(), factor: undefined, wrong: '' };
}

async function begun(): Promise<World> {
  const user = await app.registerUser();
  const { secret } = await user.client.auth.twoFactor.begin.mutate({ password: user.password });
  return { user, factor: undefined, wrong: wrongCode(secret) };
}

const WRONG = 'a wrong horse battery';
const nobodys = 'AAAA-AAAA-AAAA-AAAA';

const places: [name: string, world: () => Promise<World>, guess: (world: World) => Promise<unknown>][] = [
  ['login by a code of the app', on, ({ user, wrong }) => login(user, wrong)],
  ['login by a recovery code', on, ({ user }) => login(user, nobodys)],
  ['disable', on, ({ user, wrong }) => user.client.auth.twoFactor.disable.mutate({ code: wrong })],
  ['recoveryCodes', on, ({ user }) => user.client.auth.twoFactor.recoveryCodes.mutate({ code: nobodys })],
  ['reauthenticate by code', on, ({ user, wrong }) => user.client.auth.reauthenticate.mutate({ code: wrong })],
  ['reauthenticate by password', off, ({ user }) => user.client.auth.reauthenticate.mutate({ password: WRONG })],
  ['begin', off, ({ user }) => user.client.auth.twoFactor.begin.mutate({ password: WRONG })],
  ['confirm', begun, ({ user, wrong }) => user.client.auth.twoFactor.confirm.mutate({ code: wrong })],
];

describe.each(places)('wrong guesses at %s', (_, arrange, guess) => {
  it('share one budget with the login: a right code is refused there, too', async () => {
    const world = await arrange();
    for (let tries = 0; tries < LIMIT; tries++) expect(await codeOf(guess(world))).toMatch(/^wrong_(code|password)$/);
    expect(await codeOf(guess(world))).toBe('too_many_requests');
    expect(await codeOf(login(world.user, await world.factor?.code()))).toBe('too_many_requests');
  });

  it('are cleared by a right login', async () => {
    const world = await arrange();
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < LIMIT - 1; tries++) await codeOf(guess(world));
      await login(world.user, await world.factor?.code());
    }
  });
});

test('guesses at the login leave none for the verbs', async () => {
  const { user, factor, wrong } = await on();
  for (let tries = 0; tries < LIMIT; tries++) expect(await codeOf(login(user, wrong))).toBe('wrong_code');
  const code = (await factor?.code()) ?? '';
  const { twoFactor, reauthenticate } = user.client.auth;
  expect(await codeOf(reauthenticate.mutate({ code }))).toBe('too_many_requests');
  expect(await codeOf(twoFactor.disable.mutate({ code }))).toBe('too_many_requests');
});

test('guesses by user name and by email share one budget of codes', async () => {
  const { user, wrong } = await on();
  for (let tries = 0; tries < LIMIT; tries++)
    expect(await codeOf(login(user, wrong, user.user.email.toUpperCase()))).toBe('wrong_code');
  expect(await codeOf(login(user, wrong))).toBe('too_many_requests');
  expect(await codeOf(login(user, wrong, user.user.email))).toBe('too_many_requests');
});

test('a right code by email clears the failures of both', async () => {
  const { user, factor, wrong } = await on();
  for (let round = 0; round < 3; round++) {
    for (let tries = 0; tries < LIMIT - 1; tries++) await codeOf(login(user, wrong, user.user.email));
    await login(user, await factor?.code(), user.user.email);
  }
  expect(await codeOf(login(user, wrong))).toBe('wrong_code');
});

test('of many guesses at once no more are compared', async () => {
  const { user, wrong } = await on();
  const guesses = Array.from({ length: 10 }, () => [
    codeOf(login(user, wrong)),
    codeOf(user.client.auth.reauthenticate.mutate({ code: wrong })),
  ]);
  const outcomes = await Promise.all(guesses.flat());
  expect(
    Object.fromEntries(Object.entries(Object.groupBy(outcomes, String)).map(([code, all]) => [code, all?.length])),
  ).toEqual({
    wrong_code: LIMIT,
    too_many_requests: 20 - LIMIT,
  });
});

test("a stranger's guesses with a stolen session leave the owner's device its own", async () => {
  const { user, factor, wrong } = await on();
  const { userName } = user.user;
  const first = await app.post('auth.login', { userName, password: user.password, code: await factor?.code() });
  const device = first.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
  const headers = { authorization: `Bearer ${user.accessToken}`, 'x-forwarded-for': '203.0.113.7' };
  for (let tries = 0; tries < LIMIT; tries++) await app.post('auth.reauthenticate', { code: wrong }, { headers });
  const stranger = await app.post('auth.reauthenticate', { code: wrong }, { headers });
  expect(stranger.error?.domainCode).toBe('too_many_requests');
  const input = { userName, password: user.password, code: await factor?.code() };
  const owner = { cookie: device, 'x-forwarded-for': '203.0.113.7' };
  expect((await app.post('auth.login', input, { headers: owner })).status).toBe(200);
});
