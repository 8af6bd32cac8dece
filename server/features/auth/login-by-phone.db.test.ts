import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#db/schema/users.ts';
import { testApp } from '../../testing/app.ts';
import { quickPasswords } from '../../testing/quick-passwords.ts';
import { codeOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';
import { readPhones } from '../users/read-phones.ts';

const app = await testApp({ passwords: quickPasswords() });

let number = 1_710_000_000;
/** A phone number of Bangladesh that nobody has, without the zero in front. */
const nextNumber = () => String(++number);

const login = (userName: string, password: string) => app.client().auth.login.mutate({ userName, password });
const userOf = async (userName: string, password: string) => (await login(userName, password)).user.id;
const refusal = (userName: string, password: string) => codeOf(login(userName, password));

/** Every spelling that people type. */
const spellings: [string, (national: string) => string][] = [
  ['local', (n) => `0${n}`],
  ['of Bengali digits', (n) => `০${n.replaceAll(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'.charAt(Number(digit)))}`],
  ['international', (n) => `+880${n}`],
  ['without a plus', (n) => `880${n}`],
  ['dialled from abroad', (n) => `00880${n}`],
  ['without the zero', (n) => n],
  ['with separators', (n) => `+880 (0)${n.slice(0, 4)}-${n.slice(4)}`],
  ['full-width', (n) => `０${n.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))}`],
  ['from a contact, with direction marks', (n) => `\u202a+880 ${n.slice(0, 4)}-${n.slice(4)}\u202c`],
];

describe('the phone number of one account', () => {
  it.each(spellings)('that is typed %s logs them in, as it does over REST', async (_how, spelled) => {
    const national = nextNumber();
    const { user, password } = await app.registerUser({ phone: `+880 ${national.slice(0, 4)} ${national.slice(4)}` });
    expect(await userOf(spelled(national), password)).toBe(user.id);
    const body = { userName: spelled(national), password };
    const answer = await callRest(app, 'POST /api/v1/user/login', { body });
    expect(answer).toMatchObject({ status: 200, data: { data: { userName: user.userName } } });
  });

  it.each([
    ['of another country, without a plus', '+91 98765 43210', '919876543210'],
    ['of a country whose numbers begin like those of the shop', '+1 202 555 0123', '12025550123'],
    ['of the shop, although another country has it too', '7123456', '+8807123456'],
  ])('%s', async (_what, phone, typed) => {
    const { user, password } = await app.registerUser({ phone });
    expect(await userOf(typed, password)).toBe(user.id);
  });

  it.each([
    ['an extension', (n: string) => `0${n} ext 5`],
    ['another extension', (n: string) => `0${n}x5`],
    ['letters', (n: string) => `call 0${n}`],
    ['two numbers', (n: string) => `0${n} 0${n}`],
    ['a digit too few', (n: string) => `0${n.slice(1)}`],
  ])('does not log them in with %s', async (_what, typed) => {
    const national = nextNumber();
    const { password } = await app.registerUser({ phone: `0${national}` });
    expect(await refusal(typed(national), password)).toBe('invalid_credentials');
  });

  it('has the same answer with a wrong password as a number that nobody has', async () => {
    const national = nextNumber();
    await app.registerUser({ phone: `0${national}` });
    const guess = (userName: string) => app.post('auth.login', { userName, password: 'a guess' });
    const answers = [await guess(`0${national}`), await guess(`0${nextNumber()}`)].map(
      ({ status, error, headers }) => ({ status, error: { ...error, traceId: null }, cookies: headers.getSetCookie() }),
    );
    expect(answers[0]).toMatchObject({ status: 401, error: { domainCode: 'invalid_credentials' } });
    expect(answers[0]).toEqual(answers[1]);
  });

  it('follows the profile, in the panel and over REST', async () => {
    const [first, second, third] = [nextNumber(), nextNumber(), nextNumber()];
    const { user, password, client, accessToken } = await app.registerUser({ phone: `0${first}` });
    const { name, email } = user;
    await client.auth.updateProfile.mutate({ name, email, phone: `880-${second}` });
    expect(await refusal(`0${first}`, password)).toBe('invalid_credentials');
    expect(await userOf(`0${second}`, password)).toBe(user.id);
    const body = { name, email, phone: `0${third}` };
    await callRest(app, 'PUT /api/v1/user/update', { body, accessToken });
    expect(await refusal(`0${second}`, password)).toBe('invalid_credentials');
    expect(await userOf(`+880${third}`, password)).toBe(user.id);
  });

  it('that a server of the release before has changed ends the old one, and counts once it was read', async () => {
    const [before, after] = [nextNumber(), nextNumber()];
    const { user, password } = await app.registerUser({ phone: `0${before}` });
    await app.db
      .update(users)
      .set({ phone: `0${after}` })
      .where(eq(users.id, user.id));
    expect(await refusal(`0${before}`, password)).toBe('invalid_credentials');
    await readPhones(app.db);
    expect(await userOf(`880${after}`, password)).toBe(user.id);
  });
});

describe('the phone number of two accounts', () => {
  it.each([
    ['', { blockedAt: null }],
    [', of whom one is blocked', { blockedAt: sql`now()` }],
  ])('logs in neither%s, until one of them has another', async (_state, state) => {
    const national = nextNumber();
    const one = await app.registerUser({ phone: `0${national}` });
    const other = await app.registerUser({ phone: `+880 ${national}`, password: 'another long phrase' });
    await app.db.update(users).set(state).where(eq(users.id, other.user.id));
    for (const { password } of [one, other])
      expect(await refusal(`0${national}`, password)).toBe('invalid_credentials');
    await app.db.update(users).set({ phone: '' }).where(eq(users.id, other.user.id));
    expect(await userOf(`0${national}`, one.password)).toBe(one.user.id);
  });
});

it('digits belong to the user name first', async () => {
  const national = nextNumber();
  const named = await app.registerUser();
  // Older shops have such names.
  await app.db
    .update(users)
    .set({ userName: `0${national}` })
    .where(eq(users.id, named.user.id));
  const phoned = await app.registerUser({ phone: `0${national}`, password: 'another long phrase' });
  expect(await userOf(`0${national}`, named.password)).toBe(named.user.id);
  expect(await refusal(`0${national}`, phoned.password)).toBe('invalid_credentials');
  expect(await userOf(`+880${national}`, phoned.password)).toBe(phoned.user.id);
});
