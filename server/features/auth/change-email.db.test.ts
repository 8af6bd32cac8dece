import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { emailChanges } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { PANEL_ORIGIN, type SignedInUser, testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';

const app = await testApp();

let counter = 0;
const newAddress = () => `moved${++counter}@example.com`;

const change = ({ client, user, password }: SignedInUser, email: string, input: { currentPassword?: string } = {}) =>
  client.auth.updateProfile.mutate({ name: 'New Name', phone: user.phone, email, currentPassword: password, ...input });
const confirm = (token: string) => app.client().auth.confirmEmail.mutate({ token });
const isConfirmed = async ({ user }: SignedInUser) => {
  const [row] = await app.db.select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, user.id));
  return row?.at instanceof Date;
};
const emailOf = async ({ client }: SignedInUser) => (await client.auth.me.query()).email;

/** The mails to an address, newest first. */
const mailsTo = (recipient: string) =>
  app.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient)).orderBy(desc(mailOutbox.id));

async function tokenIn(recipient: string): Promise<string> {
  const [mail] = await mailsTo(recipient);
  return new RegExp(`^${PANEL_ORIGIN}/confirm-email/([\\w-]{43})$`, 'm').exec(mail?.body ?? '')?.[1] ?? 'no link';
}

describe('a new email address, with the password', () => {
  it('takes effect when the new address has confirmed, and the old one gets a mail before and after', async () => {
    const signedIn = await app.registerUser();
    const old = signedIn.user.email;
    const next = newAddress();

    const answer = await change(signedIn, next);

    expect(answer).toEqual({ ...signedIn.user, name: 'New Name', email: old, pendingEmail: next, twoFactor: null });
    expect(await emailOf(signedIn)).toBe(old);
    expect((await mailsTo(old)).map(({ subject }) => subject)).toEqual(['Your email address is about to change']);
    expect(await isConfirmed(signedIn)).toBe(false);
    expect(await confirm(await tokenIn(next))).toEqual({ ok: true, email: next, pendingEmail: null });
    expect(await isConfirmed(signedIn)).toBe(true);
    expect(await emailOf(signedIn)).toBe(next);
    expect((await mailsTo(old))[0]?.subject).toBe('Your email address was changed');
    const { user } = await app.client().auth.login.mutate({ userName: next, password: signedIn.password });
    expect(user.id).toBe(signedIn.user.id);
    expect(await codeOf(app.client().auth.login.mutate({ userName: old, password: signedIn.password }))).toBe(
      'invalid_credentials',
    );
  });

  it.each([undefined, ''])(
    'is refused without it (%j) as an error of the field, and nothing changes',
    async (currentPassword) => {
      const signedIn = await app.registerUser();
      const next = newAddress();
      const { client, user } = signedIn;
      const input = { name: 'New Name', phone: user.phone, email: next };
      const refusal = await refusalOf(
        client.auth.updateProfile.mutate(currentPassword === undefined ? input : { ...input, currentPassword }),
      );
      expect(refusal).toMatchObject({ code: 'bad_input', httpStatus: 400 });
      expect(Object.keys(refusal.fieldErrors ?? {})).toEqual(['currentPassword']);
      expect(await client.auth.me.query()).toMatchObject(user);
      expect([...(await mailsTo(next)), ...(await mailsTo(user.email))]).toEqual([]);
    },
  );

  it('is refused with a wrong one, and guesses are limited', async () => {
    const signedIn = await app.registerUser();
    for (let i = 0; i < 5; i++) {
      const refusal = await refusalOf(change(signedIn, newAddress(), { currentPassword: `guess ${i}` }));
      expect(refusal).toMatchObject({ code: 'wrong_password', fieldErrors: { currentPassword: [expect.any(String)] } });
    }
    expect(await codeOf(change(signedIn, newAddress()))).toBe('too_many_requests');
    expect(await emailOf(signedIn)).toBe(signedIn.user.email);
  });

  it('is confirmed by the mailbox as typed, not by a similar one', async () => {
    const signedIn = await app.registerUser({ email: 'mike@example.org' });
    const answer = await change(signedIn, 'mıke@example.org');
    expect(answer).toMatchObject({ email: 'mike@example.org', pendingEmail: 'mıke@example.org' });
    expect(await mailsTo('mıke@example.org')).toHaveLength(1);
  });

  it('sends at most three links an hour', async () => {
    const signedIn = await app.registerUser();
    const addresses = Array.from({ length: 4 }, newAddress);
    for (const address of addresses.slice(0, 3)) await change(signedIn, address);
    expect(await refusalOf(change(signedIn, addresses[3] ?? ''))).toMatchObject({
      code: 'too_many_requests',
      httpStatus: 429,
    });
    expect(await mailsTo(addresses[3] ?? '')).toEqual([]);
  });
});

describe('whether an address has an account', () => {
  const inUse = 'Somebody asked to use your email address';
  const kinds = ['free', 'taken'] as const;
  /** An unused address, or another customer's address in another case. */
  const addressOf = async (kind: (typeof kinds)[number]) =>
    kind === 'free' ? newAddress() : (await app.registerUser()).user.email.toUpperCase();
  const subjectsTo = async (recipient: string) => (await mailsTo(recipient)).map(({ subject }) => subject);

  it('is not revealed with the password: response, profile and the mail to the old address are the same', async () => {
    for (const kind of kinds) {
      const signedIn = await app.registerUser();
      const { user, client } = signedIn;
      const asked = await addressOf(kind);
      const answer = { ...user, name: 'New Name', pendingEmail: asked, twoFactor: null };
      expect(await change(signedIn, asked), kind).toEqual(answer);
      expect(await client.auth.profile.query(), kind).toEqual(answer);
      expect(await subjectsTo(user.email), kind).toEqual(['Your email address is about to change']);
      const toAsked = { free: 'Confirm your new email address', taken: inUse }[kind];
      const recipient = kind === 'free' ? asked : asked.toLowerCase();
      expect(await subjectsTo(recipient), kind).toEqual([toAsked]);
      if (kind === 'taken') expect((await mailsTo(recipient))[0]?.body).not.toContain('confirm-email');
    }
  });

  it.each([
    ['without the password', '', 'bad_input'],
    ['with a wrong password', 'a guess', 'wrong_password'],
  ])('is not revealed %s', async (_how, currentPassword, code) => {
    const signedIn = await app.registerUser();
    const refusals: unknown[] = [];
    for (const kind of kinds)
      refusals.push(await refusalOf(change(signedIn, await addressOf(kind), { currentPassword })));
    expect(refusals[0]).toMatchObject({ code });
    expect(refusals[1]).toEqual(refusals[0]);
  });

  it('is not revealed to an older client, nor when its old address confirms', async () => {
    for (const kind of kinds) {
      const { user, accessToken } = await app.registerUser();
      const asked = await addressOf(kind);
      const body = { name: user.name, phone: user.phone, email: asked };
      const { status, message } = await callRest(app, 'PUT /api/v1/user/update', { accessToken, body });
      expect([status, message], kind).toEqual([200, expect.stringContaining(`stays ${user.email} until the link`)]);
      const confirmed = await confirm(await tokenIn(user.email));
      expect(confirmed, kind).toEqual({ ok: true, email: user.email, pendingEmail: asked });
      if (kind === 'taken') expect(await subjectsTo(asked.toLowerCase())).toEqual([inUse]);
    }
  });

  it('can be tried ten times an hour by a customer, through either API', async () => {
    const { client, user, accessToken } = await app.registerUser();
    const input = { name: user.name, phone: user.phone };
    for (let i = 0; i < 10; i++) {
      const email = await addressOf(kinds[i % 2] ?? 'free');
      expect(await codeOf(client.auth.updateProfile.mutate({ ...input, email })), `question ${i}`).toBe('bad_input');
    }
    for (const kind of kinds) {
      const body = { ...input, email: await addressOf(kind) };
      expect(await codeOf(client.auth.updateProfile.mutate(body)), kind).toBe('too_many_requests');
      expect((await callRest(app, 'PUT /api/v1/user/update', { accessToken, body })).status, kind).toBe(429);
    }
    expect((await client.auth.updateProfile.mutate({ ...input, name: 'Only a Name', email: user.email })).name).toBe(
      'Only a Name',
    );
  });

  it('is revealed by the link if another spelling of the address has one', async () => {
    await app.registerUser({ email: 'nina@example.net' });
    const signedIn = await app.registerUser();
    await change(signedIn, 'nına@example.net');
    expect(await subjectsTo('nina@example.net')).toEqual([]);
    expect(await refusalOf(confirm(await tokenIn('nına@example.net')))).toMatchObject({ code: 'email_taken' });
    expect(await emailOf(signedIn)).toBe(signedIn.user.email);
  });

  it('does not flood its owner: one mail is queued, whoever requests it', async () => {
    const holder = await app.registerUser();
    for (let i = 0; i < 3; i++) await change(await app.registerUser(), holder.user.email);
    expect(await subjectsTo(holder.user.email)).toEqual([inUse]);
  });
});

describe('the link', () => {
  it('works once, and of 20 simultaneous uses one wins', async () => {
    const signedIn = await app.registerUser();
    const next = newAddress();
    await change(signedIn, next);
    const token = await tokenIn(next);

    const uses = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(token)));

    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(confirm(token))).toMatchObject({ code: 'email_token_invalid', httpStatus: 400 });
    expect(await emailOf(signedIn)).toBe(next);
  });

  it('is not used by opening it: a mail scanner changes nothing', async () => {
    const signedIn = await app.registerUser();
    const next = newAddress();
    await change(signedIn, next);
    const token = await tokenIn(next);
    const input = encodeURIComponent(JSON.stringify({ token }));
    for (const path of [`/confirm-email/${token}`, `/trpc/auth.confirmEmail?input=${input}`])
      await fetch(app.url + path).then((response) => response.text());
    expect(await emailOf(signedIn)).toBe(signedIn.user.email);
    await confirm(token);
    expect(await emailOf(signedIn)).toBe(next);
  });

  it.each<[string, (signedIn: SignedInUser) => Promise<unknown>]>([
    ['a day later', () => app.db.update(emailChanges).set({ expiresAt: sql`now()` })],
    ['once another address was asked for', (signedIn) => change(signedIn, newAddress())],
    [
      'once the password was changed',
      ({ client, password }) =>
        client.auth.changePassword.mutate({ currentPassword: password, newPassword: 'changed meanwhile' }),
    ],
    [
      'once the password was reset',
      async ({ user }) => {
        await app.client().auth.forgotPassword.mutate({ email: user.email });
        const token = /reset-password\/([\w-]+)/.exec((await mailsTo(user.email))[0]?.body ?? '')?.[1] ?? '';
        await app.client().auth.resetPassword.mutate({ token, password: 'changed meanwhile' });
      },
    ],
    [
      'while the user is blocked',
      ({ user }) => app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, user.id)),
    ],
  ])('is invalid %s', async (_when, happens) => {
    const signedIn = await app.registerUser();
    const next = newAddress();
    await change(signedIn, next);
    const token = await tokenIn(next);
    await happens(signedIn);
    expect(await codeOf(confirm(token))).toBe('email_token_invalid');
    const [row] = await app.db.select({ email: users.email }).from(users).where(eq(users.id, signedIn.user.id));
    expect(row?.email).toBe(signedIn.user.email);
  });

  it('is refused if the address has been taken in the meantime', async () => {
    const signedIn = await app.registerUser();
    const next = newAddress();
    await change(signedIn, next);
    await app.registerUser({ email: next.toUpperCase() });
    expect(await refusalOf(confirm(await tokenIn(next)))).toMatchObject({ code: 'email_taken', httpStatus: 409 });
    expect(await emailOf(signedIn)).toBe(signedIn.user.email);
  });

  it('is stored as a hash only', async () => {
    const next = newAddress();
    await change(await app.registerUser(), next);
    expect(JSON.stringify(await app.db.select().from(emailChanges))).not.toContain(await tokenIn(next));
  });

  it.each(['', 'x'.repeat(43), '../../etc/passwd', 'x'.repeat(60_000)])('refuses the token %.20j', async (token) => {
    expect(['bad_input', 'email_token_invalid']).toContain(await codeOf(confirm(token)));
  });
});

describe("an older client, which can't send the password", () => {
  const update = (signedIn: SignedInUser, email: string) =>
    callRest(app, 'PUT /api/v1/user/update', {
      accessToken: signedIn.accessToken,
      body: { name: 'New Name', phone: signedIn.user.phone, email },
    });

  it('changes the rest, learns where to confirm, and the old address confirms before the new one is asked', async () => {
    const signedIn = await app.registerUser();
    const old = signedIn.user.email;
    const next = newAddress();

    const { status, data, message } = await update(signedIn, next);

    expect(status).toBe(200);
    expect(data.data).toMatchObject({ name: 'New Name', email: old });
    expect(message).toContain(old);
    expect(await mailsTo(next)).toEqual([]);
    expect(await confirm(await tokenIn(old))).toEqual({ ok: true, email: old, pendingEmail: next });
    expect(await emailOf(signedIn)).toBe(old);
    expect(await confirm(await tokenIn(next))).toEqual({ ok: true, email: next, pendingEmail: null });
    expect(await emailOf(signedIn)).toBe(next);
  });

  it('with a stolen token fails: without the old mailbox no mail reaches another one', async () => {
    const signedIn = await app.registerUser();
    const thief = newAddress();
    await update(signedIn, thief);
    await app.client().auth.forgotPassword.mutate({ email: thief });
    expect(await mailsTo(thief)).toEqual([]);
    expect(await emailOf(signedIn)).toBe(signedIn.user.email);
  });

  it('gets the usual response if the address stays', async () => {
    const signedIn = await app.registerUser();
    expect((await update(signedIn, signedIn.user.email)).message).toBe('Profile updated successfully.');
  });
});

describe('mails', () => {
  it('contain no user input', async () => {
    const typed = { userName: 'evil.example', name: 'Prize at evil.example', phone: '+8801999999999' };
    const signedIn = await app.registerUser({ ...typed, email: 'canary.old@example.com' });
    const next = 'canary.new@example.com';
    await callRest(app, 'PUT /api/v1/user/update', {
      accessToken: signedIn.accessToken,
      body: { name: typed.name, phone: typed.phone, email: next },
    });
    await confirm(await tokenIn(signedIn.user.email));
    await confirm(await tokenIn(next));
    await change(signedIn, 'canary.third@example.com');
    await app.client().auth.forgotPassword.mutate({ email: next });
    await signedIn.client.auth.changePassword.mutate({
      currentPassword: signedIn.password,
      newPassword: 'a whole new phrase',
    });
    await change(await app.registerUser({ ...typed, userName: 'evil.twin' }), next);

    const mails = await app.db.select().from(mailOutbox).where(sql`recipient like 'canary.%'`);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(7);
    const written = mails.map(({ subject, body }) => subject + body).join('\n');
    for (const word of ['evil', 'Prize', '999999', 'canary']) expect(written).not.toContain(word);
  });
});
