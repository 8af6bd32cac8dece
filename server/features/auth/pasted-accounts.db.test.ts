import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { users } from '#db/schema/users.ts';
import { registerFields, type SignedInUser, testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';

const app = await testApp({ env: { REGISTRATIONS_PER_HOUR_PER_ADDRESS: '1000' } });
const { password } = registerFields();

const apis = ['tRPC', 'REST'] as const;
type Api = (typeof apis)[number];

interface Outcome {
  user?: { email: string; userName: string };
  fieldErrors?: Record<string, string[]>;
}

async function register(api: Api, fields: object): Promise<Outcome> {
  const body = registerFields(fields);
  if (api === 'REST') {
    const { status, data, fieldErrors, error } = (await callRest(app, 'POST /api/v1/user/register', { body })) as {
      status: number;
      data?: { data: Outcome['user'] };
      fieldErrors?: Outcome['fieldErrors'];
      error?: string;
    };
    return status === 200 && data
      ? { user: data.data }
      : { fieldErrors: fieldErrors ?? { email: [error ?? ''], userName: [error ?? ''] } };
  }
  const answer = await app.post('auth.register', body);
  const { user } = (answer.data ?? {}) as Outcome;
  return user ? { user } : { fieldErrors: answer.error?.fieldErrors ?? {} };
}

/** A customer whose address was stored before today's rules. */
async function withStored(email: string): Promise<SignedInUser> {
  const signedIn = await app.registerUser();
  await app.db.update(users).set({ email }).where(eq(users.id, signedIn.user.id));
  return signedIn;
}

const login = (userName: string) => app.client().auth.login.mutate({ userName, password });
const resetMails = (recipient: string) =>
  app.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, recipient), eq(mailOutbox.subject, 'Set a new password')));

let counter = 0;
/** Different in each test. */
const own = (text: string) => text.replace('#', String(++counter));

describe.each(apis)('registration over %s', (api) => {
  it.each([
    ['mailto:rahim#@gmail.com', 'A link'],
    ['mailto:rahim#@gmail.com?subject=Hi', 'A link with a subject'],
    ['Md Rahim <rahim#@gmail.com>', 'With a name'],
    ['"rahim#@gmail.com"', 'In quotes'],
    ['rahim#@gmail.com.', 'A final dot'],
    ['rahim#\u200b@gmail.com', 'An invisible character'],
    ['ｒａｈｉｍ#＠gmail.com', 'Full-width letters'],
  ])('stores the address in %j: %s', async (typed) => {
    const text = own(typed);
    const { user } = await register(api, { email: text });
    expect(user?.email).toBe(`rahim${counter}@gmail.com`);
  });

  it.each([
    ['rahim#@gmail.con', 'A misspelled domain is accepted: only the forms ask about it'],
    ["o'hara+#@gmail.com", 'An apostrophe'],
    ['what?#@gmail.com', 'A question mark'],
  ])('takes the address %j: %s', async (typed) => {
    const text = own(typed);
    expect((await register(api, { email: text })).user?.email).toBe(text);
  });

  it.each([
    ['email', 'rahim@gmail..com', 'An email address has no two dots in a row: did you mean rahim@gmail.com?'],
    ['email', 'rahim@gmail', 'Invalid email address'],
    ['email', 'a@b.com, c@d.com', 'Invalid email address'],
    ['email', `${'a'.repeat(60_000)}@gmail.com`, 'Invalid email address'],
    ['email', `<${'@<'.repeat(30_000)}`, 'Invalid email address'],
    ['email', '\u200b', 'Email is required'],
    ['userName', 'Md Rahim', 'Username may have letters, digits, _ . and - only: how about md.rahim?'],
    ['userName', '@rahim', 'Username may have letters, digits, _ . and - only: how about rahim?'],
    ['userName', 'রহিম', 'Username may have letters, digits, _ . and - only'],
    ['userName', '01712345678', 'Username needs at least one letter'],
    ['userName', 'x'.repeat(60_000), 'Username must be 3 to 32 characters'],
  ])('refuses the %s %.40j: %s', async (field, text, message) => {
    expect((await register(api, { [field]: text })).fieldErrors?.[field]).toEqual([message]);
  });

  it('reads a user name without invisible characters', async () => {
    const name = own('plain#name');
    expect((await register(api, { userName: `\u200f ｐ${name.slice(1)}\u200b ` })).user?.userName).toBe(name);
  });
});

describe('login', () => {
  it.each([
    ['mailto:@', (email: string) => `mailto:${email}`],
    ['a name and brackets', (email: string) => `Rahim <${email}>`],
    ['a final dot', (email: string) => `${email}.`],
    ['an invisible character', (email: string) => `\u200e${email}`],
  ])('takes the address with %s', async (_what, paste) => {
    const { user } = await app.registerUser();
    expect((await login(paste(user.email))).user.id).toBe(user.id);
  });

  it('takes a user name with an invisible character', async () => {
    const { user } = await app.registerUser();
    expect((await login(`\u200e${user.userName}\u200b`)).user.id).toBe(user.id);
  });

  it('counts guesses of all spellings of an address together', async () => {
    const { user } = await app.registerUser();
    const spellings = [user.email, `${user.email}.`, `<${user.email}>`, `mailto:${user.email}`, `"${user.email}"`];
    const guesses = [...spellings, ...spellings].map(
      (name) => () => codeOf(app.client().auth.login.mutate({ userName: name, password: 'a wrong one' })),
    );
    const codes = [];
    for (const guess of guesses) codes.push(await guess());
    expect(codes.at(-1)).toBe('too_many_requests');
  });
});

describe.each([
  'mailto:old#@example.com',
  'old..#@example.com',
  'old#@example.com.',
  '<old#@example.com',
  'old,#@x.com',
])('an account with the older address %s', (form) => {
  it('logs in, and changes its name over both APIs', async () => {
    const email = own(form);
    const { client, accessToken, user } = await withStored(email);
    expect((await login(email.toUpperCase())).user.id).toBe(user.id);
    expect(await client.auth.updateProfile.mutate({ name: 'By tRPC', email, phone: user.phone })).toMatchObject({
      name: 'By tRPC',
      email,
      pendingEmail: null,
    });
    const body = { name: 'By REST', email, phone: user.phone };
    const answer = await callRest(app, 'PUT /api/v1/user/update', { body, accessToken });
    expect(answer).toMatchObject({ status: 200, data: { data: { name: 'By REST', email } } });
  });

  it('changes it to one of today’s form only', async () => {
    const { client, user } = await withStored(own(form));
    const change = (email: string) =>
      client.auth.updateProfile.mutate({ name: 'New', email, phone: user.phone, currentPassword: password });
    expect(await refusalOf(change('new@gmail..com'))).toMatchObject({
      code: 'bad_input',
      fieldErrors: { email: ['An email address has no two dots in a row: did you mean new@gmail.com?'] },
    });
    const next = own('new#@example.com');
    expect(await change(`mailto:${next}`)).toMatchObject({ pendingEmail: next });
  });
});

it('a change of the address over REST says where the link was sent, however the address was pasted', async () => {
  const { user, accessToken } = await app.registerUser();
  const body = { name: 'New', email: `mailto:${own('rest#@example.com')}`, phone: user.phone };
  const answer = await callRest(app, 'PUT /api/v1/user/update', { body, accessToken });
  expect(answer.message).toContain(`stays ${user.email} until`);
  const same = { ...body, email: `mailto:${user.email}` };
  expect(await callRest(app, 'PUT /api/v1/user/update', { body: same, accessToken })).toMatchObject({
    message: 'Profile updated successfully.',
    data: { data: { email: user.email } },
  });
});

it.each([
  ['mailto:', (email: string) => `mailto:${email}`],
  ['brackets', (email: string) => `<${email}>`],
  ['a final dot', (email: string) => `${email}.`],
])('a forgotten password is mailed to the address pasted with %s', async (_what, paste) => {
  const { user } = await app.registerUser();
  await app.client().auth.forgotPassword.mutate({ email: paste(user.email) });
  expect(await resetMails(user.email)).toHaveLength(1);
});

it.each(['rahim@gmail..com', 'rahim@gmail', 'nobody'])(
  'a request to reset the password of %j is refused',
  async (email) => {
    expect(await codeOf(app.client().auth.forgotPassword.mutate({ email }))).toBe('bad_input');
  },
);

it.each(['dot#@example.com.', 'two..dots#@example.com', 'a,b#@example.com'])(
  'the one account whose stored address is %s gets its own link',
  async (form) => {
    const { user } = await withStored(own(form));
    const [row] = await app.db.select({ email: users.email }).from(users).where(eq(users.id, user.id));
    await app.client().auth.forgotPassword.mutate({ email: row?.email ?? '' });
    expect(await resetMails(row?.email ?? '')).toHaveLength(1);
  },
);
