import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { loginAlerts, secondFactors } from '#db/schema/second-factors.ts';
import { users } from '#db/schema/users.ts';
import { apis, restApi, trpcApi } from '../../testing/apis.ts';
import { PANEL_ORIGIN, type SignedInUser, testApp } from '../../testing/app.ts';
import { follow } from '../../testing/live.ts';
import { deviceIn, loginMails, type Person } from '../../testing/login-mails.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { enroll } from '../../testing/second-factor.ts';

const app = await testApp({ env: { TRUST_PROXY: '127.0.0.1' } });
const { login, mailsTo, tokenFor, makeReachableAdmin } = loginMails(app);

const NEW = 'an entirely new phrase';

type Enrolled = Awaited<ReturnType<typeof enroll>>;

const wasNotMe = async (token: string, password?: string) => {
  const { resetToken } = await app.client().auth.loginWasNotMe.mutate({ token, password });
  return { resetToken: resetToken ?? '' };
};
const reset = (token: string, password = NEW) => app.client().auth.resetPassword.mutate({ token, password });

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
    const { resetToken } = await wasNotMe(token, person.password);

    expect(await emailOf(person)).toBe(person.user.email);
    expect((await mailsTo(thiefs)).map(({ subject }) => subject)[0]).toBe('Your email address was changed');
    expect(await codeOf(reset(resetLink))).toBe('reset_token_invalid');
    await app.post('auth.forgotPassword', { email: thiefs });
    expect((await mailsTo(thiefs)).filter(({ subject }) => subject === 'Set a new password')).toHaveLength(1);
    expect((await mailsTo(person.user.email))[0]?.body).toContain(resetToken);
    expect(await reset(resetToken)).toEqual({ ok: true });
  });

  it('needs no password after a change of the case alone, which is the same mailbox', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const { name, phone, email } = person.user;
    await person.client.auth.updateProfile.mutate({ name, phone, email: email.toUpperCase() });
    const { resetToken } = await wasNotMe(token);
    expect(await reset(resetToken)).toEqual({ ok: true });
  });

  it('from before a change of the address only ends the sessions without the password, and once', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const { thiefs } = await steal(person);
    expect(await wasNotMe(token)).toEqual({ resetToken: '' });
    expect(await codeOf(person.client.auth.me.query())).toBe('session_ended');
    expect(await emailOf(person)).toBe(thiefs);

    // The mailbox may belong to somebody else today: the owner, with the password as before, logs in again and stays.
    expect((await login(person)).status).toBe(200);
    const again = await app.post('auth.login', { userName: person.user.userName, password: person.password });
    const { accessToken } = (again.data as { tokens: { accessToken: string } }).tokens;
    expect(await wasNotMe(token)).toEqual({ resetToken: '' });
    expect((await app.client(accessToken).auth.me.query()).id).toBe(person.user.id);
    const subjects = (await mailsTo(person.user.email)).map(({ subject }) => subject);
    expect(subjects).not.toContain('Set a new password');
  });

  it('needs the password that was valid at the change, not a later one, and limits guesses', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const { thiefs } = await steal(person);
    const thief = app.client(((await login(person)).data as { tokens: { accessToken: string } }).tokens.accessToken);
    await thief.auth.changePassword.mutate({ currentPassword: person.password, newPassword: 'now it is mine' });
    const guess = async (password: string) => (await refusalOf(wasNotMe(token, password))).code;
    expect(await refusalOf(wasNotMe(token, 'now it is mine'))).toMatchObject({
      code: 'wrong_password',
      fieldErrors: { password: [expect.any(String)] },
    });
    expect(await emailOf(person)).toBe(thiefs);
    const guesses = [await guess('b'), await guess('c'), await guess('d'), await guess('e'), await guess('f')];
    expect(guesses.at(-1)).toBe('too_many_requests');
    await app.db.execute(sql`delete from rate_limits where key = ${`not-me:user:${person.user.id}`}`);
    const { resetToken } = await wasNotMe(token, person.password);
    expect(await emailOf(person)).toBe(person.user.email);
    expect(await reset(resetToken)).toEqual({ ok: true });
  });

  it.each([
    ['sent with the change', async (factor: Enrolled) => ({ code: await factor.code() })],
    [
      'entered within ten minutes',
      async (factor: Enrolled, { client }: SignedInUser) => {
        await client.auth.reauthenticate.mutate({ code: await factor.code() });
        return {};
      },
    ],
  ])('ends with a change of the address by a code that was %s', async (_how, prove) => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const factor = await enroll(app, person);
    await steal(person, await prove(factor, person));
    expect(await codeOf(wasNotMe(token, person.password))).toBe('reset_token_invalid');
  });

  it('stays after a change by a wrong code, which changes nothing', async () => {
    const person = await app.registerUser();
    await enroll(app, person);
    expect(await codeOf(steal(person, { code: '000000' }))).toBe('wrong_code');
    expect(await emailOf(person)).toBe(person.user.email);
  });

  it('leaves the account without an address if the thief has taken the original one', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const { thiefs } = await steal(person);
    await app.registerUser({ email: person.user.email.toUpperCase() });
    const { resetToken } = await wasNotMe(token, person.password);

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
async function steal(
  { user, password, client }: SignedInUser,
  proof: { code?: string } = {},
): Promise<{ thiefs: string; resetLink: string }> {
  const thiefs = `thief-${user.email}`;
  const { name, phone } = user;
  await client.auth.updateProfile.mutate({ name, phone, email: thiefs, currentPassword: password, ...proof });
  await app.client().auth.confirmEmail.mutate({ token: await mailedTo(thiefs, 'confirm-email') });
  await app.post('auth.forgotPassword', { email: thiefs });
  return { thiefs, resetLink: await mailedTo(thiefs, 'reset-password') };
}

async function mailedTo(recipient: string, page: string): Promise<string> {
  const [mail] = await mailsTo(recipient);
  return new RegExp(`/${page}/(\\S+)`).exec(mail?.body ?? '')?.[1] ?? expect.fail(`no link to ${page}`);
}
