import { request } from 'node:http';
import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { loginAlerts, secondFactors } from '#db/schema/second-factors.ts';
import { users } from '#db/schema/users.ts';
import { type Api, apis, type Caller, type Outcome, restApi, trpcApi } from '../../testing/apis.ts';
import { PANEL_ORIGIN, registerFields, type SignedInUser, testApp } from '../../testing/app.ts';
import { follow } from '../../testing/live.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { enroll } from '../../testing/second-factor.ts';
import { deleteEnded } from './delete-ended.ts';

const app = await testApp({ env: { TRUST_PROXY: '127.0.0.1' } });

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const SUBJECT = 'New login to your account';
const NEW = 'an entirely new phrase';

type Person = Pick<SignedInUser, 'user' | 'password'>;

const login = ({ user, password }: Person, { api = trpcApi, caller }: { api?: Api; caller?: Caller } = {}) =>
  api.login(app, caller, { userName: user.userName, password }, { 'user-agent': PHONE });

const deviceIn = ({ headers }: Outcome) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';', 1)[0] ?? expect.fail('no device cookie');

const mailsTo = (recipient: string) =>
  app.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient)).orderBy(desc(mailOutbox.id));

async function alertsTo({ user }: Person) {
  return (await mailsTo(user.email)).filter(({ subject }) => subject === SUBJECT);
}

/** Logs in on a new device, and returns the token of the mail about it. */
async function tokenFor(person: Person): Promise<string> {
  expect((await login(person)).status).toBe(200);
  const [mail] = await alertsTo(person);
  return new RegExp(`^${PANEL_ORIGIN}/not-me/([\\w-]{43})$`, 'm').exec(mail?.body ?? '')?.[1] ?? expect.fail('no link');
}

const wasNotMe = (token: string) => app.client().auth.loginWasNotMe.mutate({ token });
const reset = (token: string, password = NEW) => app.client().auth.resetPassword.mutate({ token, password });

/** An admin with an address that receives mails, who has logged in once. */
async function makeReachableAdmin(): Promise<SignedInUser> {
  const admin = await app.createAdminUser();
  const email = `${admin.user.userName}@example.com`;
  await app.db.update(users).set({ email }).where(eq(users.id, admin.user.id));
  return { ...admin, user: { ...admin.user, email } };
}

describe('a login', () => {
  it.each([
    ['a device without a cookie', async () => undefined],
    ["another user's device", async () => deviceIn(await login(await app.registerUser()))],
    ['a forged cookie', async (id: number) => `device=${'A'.repeat(22)}.${id}.${'A'.repeat(43)}`],
  ])('on %s mails its owner', async (_device, cookieFor) => {
    const person = await app.registerUser();
    const cookie = await cookieFor(person.user.id);
    expect((await login(person, { caller: { cookie } })).status).toBe(200);
    const [mail, ...others] = await alertsTo(person);
    expect(others).toEqual([]);
    expect(mail?.body).toMatch(/^Time: \d{4}-\d\d-\d\d \d\d:\d\d Asia\/Dhaka$/m);
    expect(mail?.body).toMatch(/^Device: Chrome on Android$/m);
    expect(mail?.body).toMatch(/^Address: 127\.0\.0\.x$/m);
  });

  it('on a known device mails nobody', async () => {
    const person = await app.registerUser();
    const cookie = deviceIn(await login(person));
    const shared = deviceIn(await login(await app.registerUser(), { caller: { cookie } }));
    for (const known of [cookie, shared]) expect((await login(person, { caller: { cookie: known } })).status).toBe(200);
    expect(await alertsTo(person)).toHaveLength(1);
  });

  it('that is the first mails nobody, the second does', async () => {
    const fields = registerFields();
    expect((await trpcApi.register(app, undefined, fields)).ok).toBe(true);
    expect(await mailsTo(fields.email)).toEqual([]);
    const admin = await makeReachableAdmin();
    expect(await alertsTo(admin)).toHaveLength(0);
    expect((await login(admin)).status).toBe(200);
    expect(await alertsTo(admin)).toHaveLength(1);
  });

  it('that still needs a code mails nobody', async () => {
    const person = await app.registerUser();
    const factor = await enroll(app, person);
    expect((await login(person)).ok).toBe(false);
    expect(await alertsTo(person)).toHaveLength(0);
    const { userName } = person.user;
    const input = { userName, password: person.password, code: await factor.code() };
    expect((await trpcApi.login(app, undefined, input)).ok).toBe(true);
    expect(await alertsTo(person)).toHaveLength(1);
  });

  it('that is refused mails nobody', async () => {
    const person = await app.registerUser();
    expect((await login({ ...person, password: 'a guess' })).ok).toBe(false);
    await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, person.user.id));
    expect((await login(person)).ok).toBe(false);
    expect(await alertsTo(person)).toHaveLength(0);
  });

  it('mails at most three times in 24 hours, also for simultaneous ones, and succeeds without', async () => {
    const person = await app.registerUser();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => login(person)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await alertsTo(person)).toHaveLength(3);

    const yesterday = sql`created_at - interval '25 hours'`;
    await app.db.update(loginAlerts).set({ createdAt: yesterday }).where(eq(loginAlerts.userId, person.user.id));
    await login(person);
    expect(await alertsTo(person)).toHaveLength(4);
  });
});

test('of two simultaneous first logins one is the first', async () => {
  const { user, password } = await makeReachableAdmin();
  await app.db.update(users).set({ firstLoginAt: null }).where(eq(users.id, user.id));
  await Promise.all([login({ user, password }), login({ user, password })]);
  expect(await alertsTo({ user, password })).toHaveLength(1);
});

describe('a mail about a login', () => {
  it.each([
    ['Free-Money/1.0 (http://evil.example)', 'an unknown browser or program'],
    ['Open https://evil.example now/1.0 (', 'an unknown browser or program'],
    [`${PHONE} https://evil.example`, 'Chrome on Android'],
    ['curl/8.4.0', 'an unknown browser or program'],
    ['', 'an unknown browser or program'],
  ])('names only devices of a list, not %j', async (userAgent, device) => {
    const person = await app.registerUser();
    await loginAs(person, { 'user-agent': userAgent });
    const [mail] = await alertsTo(person);
    expect(mail?.body).toContain(`\nDevice: ${device}\n`);
    expect(mail?.body).not.toMatch(/evil|Money|curl/);
  });

  it.each([
    ['x-forwarded-for', 'Call https://evil.example', 'unknown'],
    ['x-forwarded-for', '2001:db8:12:34::1', '2001:db8:12:x'],
    ['host', 'evil.example', '127.0.0.x'],
    ['x-forwarded-host', 'evil.example', '127.0.0.x'],
    ['origin', 'https://evil.example', '127.0.0.x'],
  ])('contains nothing of the request: %s %s', async (header, value, address) => {
    const person = await app.registerUser();
    await loginAs(person, { [header]: value });
    const [mail] = await alertsTo(person);
    expect(mail?.body).toContain(`\nAddress: ${address}\n`);
    expect(mail?.body).not.toContain('evil.example');
    for (const field of ['userName', 'name', 'phone'] as const)
      expect(`${mail?.subject} ${mail?.body}`).not.toContain(person.user[field]);
  });

  it('has a link whose token is stored as a hash only, and deleted a day after its end', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const mine = eq(loginAlerts.userId, person.user.id);
    expect(JSON.stringify(await app.db.select().from(loginAlerts).where(mine))).not.toContain(token);

    await deleteEnded(app.db);
    expect(await app.db.$count(loginAlerts, mine)).toBe(1);
    await app.db.update(loginAlerts).set({ expiresAt: sql`now() - interval '25 hours'` }).where(mine);
    await deleteEnded(app.db);
    expect(await app.db.$count(loginAlerts, mine)).toBe(0);
  });
});

describe('"this was not me"', () => {
  it.each([
    ['a customer', () => app.registerUser()],
    ['an admin', makeReachableAdmin],
  ])('ends every session of %s, also open streams, and the old password', async (_who, make) => {
    const person = await make();
    const thief = await login(person, { api: restApi });
    const { accessToken } = (thief.data as { tokens: { accessToken: string } }).tokens;
    const stream = await follow(app.url, accessToken);
    const { resetToken } = await wasNotMe(await tokenFor(person));

    expect(await stream.ended).toMatchObject({ data: { domainCode: 'session_ended' } });
    for (const caller of [{ accessToken }, person]) {
      expect((await trpcApi.readProfile(app, caller, undefined)).code).toBe('session_ended');
      expect((await restApi.readProfile(app, caller, undefined)).status).toBe(401);
    }
    const refreshed = await trpcApi.refresh(app, { cookie: person.cookie }, undefined, { origin: PANEL_ORIGIN });
    expect(refreshed.code).toBe('session_ended');
    for (const api of apis) expect((await login(person, { api, caller: { cookie: deviceIn(thief) } })).ok).toBe(false);

    expect(await reset(resetToken)).toEqual({ ok: true });
    expect((await login({ ...person, password: NEW })).status).toBe(200);
    expect(await codeOf(reset(resetToken))).toBe('reset_token_invalid');
  });

  it('mails the link for the new password too', async () => {
    const person = await app.registerUser();
    const { resetToken } = await wasNotMe(await tokenFor(person));
    const [mail] = await mailsTo(person.user.email);
    expect(mail?.body).toContain(`\n${PANEL_ORIGIN}/reset-password/${resetToken}\n`);
  });

  it('works once, of 20 simultaneous calls too', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const codes = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.post('auth.loginWasNotMe', { token }).then(({ error }) => error?.domainCode),
      ),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'reset_token_invalid')).toHaveLength(19);
    expect((await refusalOf(wasNotMe(token))).httpStatus).toBe(400);
  });

  it.each([
    ['after seven days', (id: number) => changeAlerts(id, { expiresAt: sql`now()` })],
    ['for a blocked user', (id: number) => app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, id))],
    ['after housekeeping', (id: number) => app.db.delete(loginAlerts).where(eq(loginAlerts.userId, id))],
  ])('is refused %s', async (_when, happens) => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    await happens(person.user.id);
    expect(await codeOf(wasNotMe(token))).toBe('reset_token_invalid');
  });

  it.each(['x'.repeat(43), 'x'.repeat(60_000), '../../etc/passwd', "' or 1=1 --"])(
    'is refused with a forged token, and changes nothing',
    async (token) => {
      const person = await app.registerUser();
      await tokenFor(person);
      expect(await codeOf(wasNotMe(token))).toBe('reset_token_invalid');
      expect((await person.client.auth.me.query()).id).toBe(person.user.id);
    },
  );

  it('works after the thief has changed the password', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    await person.client.auth.changePassword.mutate({ currentPassword: person.password, newPassword: 'now it is mine' });
    const { resetToken } = await wasNotMe(token);
    expect((await login({ ...person, password: 'now it is mine' })).ok).toBe(false);
    expect(await reset(resetToken)).toEqual({ ok: true });
  });

  it('deletes a second factor that the thief has begun, which could be confirmed without the password', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    await person.client.auth.twoFactor.begin.mutate({ password: person.password });
    await wasNotMe(token);
    expect(await app.db.$count(secondFactors, eq(secondFactors.userId, person.user.id))).toBe(0);
  });

  it('leaves a second factor on', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const factor = await enroll(app, person);
    await reset((await wasNotMe(token)).resetToken);
    expect((await login({ ...person, password: NEW })).code).toBe('second_factor_required');
    const input = { userName: person.user.userName, password: NEW, code: await factor.code() };
    expect((await app.post('auth.login', input)).status).toBe(200);
  });

  it('puts back an address that the thief has changed, and invalidates links that were mailed there', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const { thiefs, resetLink } = await steal(person);
    const { resetToken } = await wasNotMe(token);

    expect(await emailOf(person)).toBe(person.user.email);
    expect((await mailsTo(thiefs)).map(({ subject }) => subject)[0]).toBe('Your email address was changed');
    expect(await codeOf(reset(resetLink))).toBe('reset_token_invalid');
    await app.post('auth.forgotPassword', { email: thiefs });
    expect((await mailsTo(thiefs)).filter(({ subject }) => subject === 'Set a new password')).toHaveLength(1);
    expect((await mailsTo(person.user.email))[0]?.body).toContain(resetToken);
    expect(await reset(resetToken)).toEqual({ ok: true });
  });

  it('leaves the account without an address if the thief has taken the original one', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const { thiefs } = await steal(person);
    await app.registerUser({ email: person.user.email.toUpperCase() });
    const { resetToken } = await wasNotMe(token);

    expect(await emailOf(person)).toBe(`user-${person.user.id}@restored.invalid`);
    await app.post('auth.forgotPassword', { email: thiefs });
    expect((await mailsTo(thiefs)).filter(({ subject }) => subject === 'Set a new password')).toHaveLength(1);
    expect(await reset(resetToken)).toEqual({ ok: true });
    expect((await login({ ...person, password: NEW })).status).toBe(200);
  });

  it('lets the owner log in although the thief has guessed often', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    for (let guess = 0; guess < 6; guess++) await login({ ...person, password: 'a guess' });
    expect((await login(person)).code).toBe('too_many_requests');
    await reset((await wasNotMe(token)).resetToken);
    expect((await login({ ...person, password: NEW })).status).toBe(200);
  });

  it('is limited per address', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const { limit, loginsPerMinutePerAddress } = { limit: 3, ...app.deps.config.limits };
    await app.post('auth.loginWasNotMe', { token: 'x' }, { headers });
    await app.db.execute(sql`
      update rate_limits set count = ${loginsPerMinutePerAddress - limit} where key = 'not-me:address:198.51.100.9'`);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.post('auth.loginWasNotMe', { token: 'x' }, { headers })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 429, 429]);
  });
});

const changeAlerts = (userId: number, fields: object) =>
  app.db.update(loginAlerts).set(fields).where(eq(loginAlerts.userId, userId));

async function emailOf({ user }: Person): Promise<string | undefined> {
  const [row] = await app.db.select({ email: users.email }).from(users).where(eq(users.id, user.id));
  return row?.email;
}

/** A thief with the password moves the account to their own address, and gets a link for a new password there. */
async function steal({ user, password, client }: SignedInUser): Promise<{ thiefs: string; resetLink: string }> {
  const thiefs = `thief-${user.email}`;
  const { name, phone } = user;
  await client.auth.updateProfile.mutate({ name, phone, email: thiefs, currentPassword: password });
  await app.client().auth.confirmEmail.mutate({ token: await mailedTo(thiefs, 'confirm-email') });
  await app.post('auth.forgotPassword', { email: thiefs });
  return { thiefs, resetLink: await mailedTo(thiefs, 'reset-password') };
}

async function mailedTo(recipient: string, page: string): Promise<string> {
  const [mail] = await mailsTo(recipient);
  return new RegExp(`/${page}/(\\S+)`).exec(mail?.body ?? '')?.[1] ?? expect.fail(`no link to ${page}`);
}

/** A login with any headers: fetch() does not allow a forged Host. */
function loginAs({ user, password }: Person, headers: Record<string, string>): Promise<void> {
  const body = JSON.stringify({ userName: user.userName, password });
  const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  return new Promise((resolve, reject) => {
    request(`${app.url}/trpc/auth.login`, { method: 'POST', headers: all }, (response) => {
      response.resume().once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('refused'))));
    })
      .once('error', reject)
      .end(body);
  });
}
