import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { passwordResets } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { PANEL_ORIGIN, type SignedInUser, testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();

const login = (userName: string, password: string) => app.client().auth.login.mutate({ userName, password });
const NEW = 'a whole new phrase';

describe('changing the password', () => {
  const change = ({ client, password }: SignedInUser, input = {}) =>
    client.auth.changePassword.mutate({ currentPassword: password, newPassword: NEW, ...input });

  it('allows login with the new one only', async () => {
    const signedIn = await app.registerUser();
    expect(await change(signedIn)).toEqual({ ok: true });

    expect(await codeOf(login(signedIn.user.userName, signedIn.password))).toBe('invalid_credentials');
    expect((await login(signedIn.user.userName, NEW)).user.id).toBe(signedIn.user.id);
  });

  it('is reported by mail', async () => {
    const signedIn = await app.registerUser();
    await change(signedIn);
    const [mail] = await app.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, signedIn.user.email));
    expect(mail?.subject).toBe('Your password was changed');
  });

  it('ends all other sessions and keeps this one', async () => {
    const here = await app.registerUser();
    const there = await login(here.user.userName, here.password);
    await change(here);

    expect((await here.client.auth.me.query()).id).toBe(here.user.id);
    const cookie = { cookie: here.cookie, origin: PANEL_ORIGIN };
    expect((await app.post('auth.refresh', undefined, { headers: cookie })).status).toBe(200);
    expect(await codeOf(app.client(there.tokens.accessToken).auth.me.query())).toBe('session_ended');
  });

  it('refuses a wrong current password as an error of its field', async () => {
    const refusal = await refusalOf(change(await app.registerUser(), { currentPassword: 'not this one' }));
    expect(refusal).toMatchObject({ code: 'wrong_password', httpStatus: 400 });
    expect(refusal.fieldErrors).toEqual({ currentPassword: ['The current password is not right.'] });
  });

  it.each([
    ['12345', 'Password must be at least 6 characters'],
    ['password1', /too common/],
    ['x'.repeat(129), /at most 128/],
  ])('refuses %s as a new one', async (newPassword, message) => {
    const { code, fieldErrors } = await refusalOf(change(await app.registerUser(), { newPassword }));
    expect(code).toBe('bad_input');
    expect(fieldErrors?.newPassword?.[0]).toMatch(message);
  });

  it('counts wrong guesses from a stolen session, without locking the owner out of login', async () => {
    const signedIn = await app.registerUser();
    const guesses = Array.from({ length: 12 }, (_, i) => codeOf(change(signedIn, { currentPassword: `guess ${i}` })));
    const codes = await Promise.all(guesses);

    expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(5);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(7);
    expect((await login(signedIn.user.userName, signedIn.password)).user.id).toBe(signedIn.user.id);
  });

  it('of two simultaneous changes one wins', async () => {
    const signedIn = await app.registerUser();
    const codes = await Promise.all(
      ['first new phrase', 'second new phrase'].map((newPassword) =>
        change(signedIn, { newPassword }).then(
          () => 'ok',
          (error: { data: { domainCode: string } }) => error.data.domainCode,
        ),
      ),
    );
    expect(codes.sort()).toEqual(['ok', 'wrong_password']);
  });
});

describe('a forgotten password', () => {
  const forgot = (email: string, headers = {}) => app.post('auth.forgotPassword', { email }, { headers });
  const reset = (token: string, password = NEW) => app.client().auth.resetPassword.mutate({ token, password });

  const mailsTo = (recipient: string) => app.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient));

  async function linkFor(email: string): Promise<string> {
    const mail = (await mailsTo(email)).at(-1);
    return /https?:\/\/\S+/.exec(mail?.body ?? '')?.[0] ?? '';
  }

  async function tokenFor({ user }: SignedInUser): Promise<string> {
    await forgot(user.email);
    return (await linkFor(user.email)).split('/').at(-1) ?? '';
  }

  it('sends a link that sets a new one, once', async () => {
    const signedIn = await app.registerUser();
    const token = await tokenFor(signedIn);

    expect(await reset(token)).toEqual({ ok: true });
    expect((await mailsTo(signedIn.user.email)).at(-1)?.subject).toBe('Your password was changed');
    expect((await login(signedIn.user.userName, NEW)).user.id).toBe(signedIn.user.id);
    expect(await refusalOf(reset(token, 'yet another phrase'))).toMatchObject({
      code: 'reset_token_invalid',
      httpStatus: 400,
    });
    expect((await login(signedIn.user.userName, NEW)).user.id).toBe(signedIn.user.id);
  });

  it('confirms by its link that the user reads the address', async () => {
    const { user } = await app.registerUser();
    const confirmedAt = async () =>
      (await app.db.select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, user.id)))[0]?.at;
    await forgot(user.email);
    expect(await confirmedAt()).toBeNull();
    await reset((await linkFor(user.email)).split('/').at(-1) ?? '');
    expect(await confirmedAt()).toBeInstanceOf(Date);
  });

  it('gets the same response, after about the same time, for known and unknown addresses', async () => {
    const { user } = await app.registerUser();
    const timed = async (email: string) => {
      const start = performance.now();
      const { status, data, error } = await forgot(email);
      return { answer: { status, data, error }, elapsedMs: performance.now() - start };
    };
    const known = await timed(user.email.toUpperCase());
    const unknown = await timed('nobody@example.com');

    expect(unknown.answer).toEqual(known.answer);
    expect(known.answer).toEqual({ status: 200, data: { ok: true }, error: null });
    expect(Math.min(known.elapsedMs, unknown.elapsedMs)).toBeGreaterThan(140);
    expect(await mailsTo(user.email)).toHaveLength(1);
    expect(await mailsTo('nobody@example.com')).toHaveLength(0);
  });

  it('stores only the hash of the token outside the mail', async () => {
    const signedIn = await app.registerUser();
    const token = await tokenFor(signedIn);
    expect(JSON.stringify(await app.db.select().from(passwordResets))).not.toContain(token);
  });

  it('ends every session and every other link', async () => {
    const signedIn = await app.registerUser();
    const older = await tokenFor(signedIn);
    await reset(await tokenFor(signedIn));

    expect(await codeOf(signedIn.client.auth.me.query())).toBe('session_ended');
    expect(await codeOf(reset(older))).toBe('reset_token_invalid');
  });

  it('keeps the link valid after a refused password', async () => {
    const token = await tokenFor(await app.registerUser());
    expect(await codeOf(reset(token, '123456'))).toBe('bad_input');
    expect(await codeOf(reset(token, '12345'))).toBe('bad_input');
    expect(await reset(token)).toEqual({ ok: true });
  });

  it.each([
    ['half an hour later', () => app.db.update(passwordResets).set({ expiresAt: sql`now()` })],
    ['for a blocked user', (id: number) => app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, id))],
    [
      'after the email was changed',
      async (_id: number, { client, user, password }: SignedInUser) => {
        const { name, phone } = user;
        const email = `new-${user.email}`;
        await client.auth.updateProfile.mutate({ name, phone, email, currentPassword: password });
        await app.client().auth.confirmEmail.mutate({ token: (await linkFor(email)).split('/').at(-1) ?? '' });
      },
    ],
    [
      'after the password was changed',
      async (_id: number, { client, password }: SignedInUser) =>
        client.auth.changePassword.mutate({ currentPassword: password, newPassword: 'changed meanwhile' }),
    ],
  ])('is invalid %s', async (_when, happens) => {
    const signedIn = await app.registerUser();
    const token = await tokenFor(signedIn);
    await happens(signedIn.user.id, signedIn);
    expect(await codeOf(reset(token))).toBe('reset_token_invalid');
  });

  it.each(['', 'x'.repeat(43), '../../etc/passwd', "' or 1=1 --"])('refuses the token %j', async (token) => {
    expect(await codeOf(reset(token))).toBe(token ? 'reset_token_invalid' : 'bad_input');
  });

  it('is limited per account and address to three an hour, for known and unknown ones', async () => {
    const { user } = await app.registerUser();
    for (const email of [user.email, 'nobody-there@example.com']) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => forgot(email)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    }
    expect(await mailsTo(user.email)).toHaveLength(3);
  });
});

describe('the profile', () => {
  const profile = { name: 'New Name', email: 'new.name@example.com', phone: '+880 1711-000000' };

  it('changes name and phone at once', async () => {
    const { client, user } = await app.registerUser();
    const changed = { ...profile, email: user.email };
    expect(await client.auth.updateProfile.mutate(changed)).toEqual({
      ...user,
      ...changed,
      pendingEmail: null,
      twoFactor: null,
    });
    expect(await client.auth.me.query()).toMatchObject({ ...user, ...changed, balanceNanos: 0 });
  });

  it.each(['Karim\nOpen https://evil.example', 'Karim\u202e', 'Karim\u2028x', 'Kar\u0007im'])(
    'refuses %j as a name: a name is one line',
    async (name) => {
      const { client, user } = await app.registerUser();
      const refusal = await refusalOf(client.auth.updateProfile.mutate({ ...profile, email: user.email, name }));
      expect([refusal.code, Object.keys(refusal.fieldErrors ?? {})]).toEqual(['bad_input', ['name']]);
    },
  );

  it("accepts one's own email in another case", async () => {
    const { client, user } = await app.registerUser();
    const email = user.email.toUpperCase();
    expect((await client.auth.updateProfile.mutate({ ...profile, email })).email).toBe(email);
  });
});
