import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { recoveryCodes, secondFactors } from '#db/schema/second-factors.ts';
import { sessions } from '#db/schema/sessions.ts';
import { errorMessages } from '#shared/errors.ts';
import { type SignedInUser, startTestApp, testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { enroll, totpCode } from '../../testing/second-factor.ts';

const app = await testApp();

const loginOf = ({ user: { userName }, password }: SignedInUser) => ({ userName, password });
const login = (user: SignedInUser, code?: string) => app.client().auth.login.mutate({ ...loginOf(user), code });
const begin = ({ client, password }: SignedInUser) => client.auth.twoFactor.begin.mutate({ password });

/** The subjects of a user's mails, latest first. */
/** The subjects of mails about anything else than a login on a new device. */
async function mailsTo({ user }: Pick<SignedInUser, 'user'>): Promise<string[]> {
  const mails = await app.db
    .select({ subject: mailOutbox.subject })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, user.email), ne(mailOutbox.subject, 'New login to your account')))
    .orderBy(desc(mailOutbox.id));
  return mails.map(({ subject }) => subject);
}

describe('setting it up', () => {
  it('begins with the password, and is not in force until a code confirms it', async () => {
    const user = await app.registerUser();
    const { secret, uri } = await begin(user);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Reseller Panel:${user.user.userName}`,
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({ secret, issuer: 'Reseller Panel' });

    expect(await user.client.auth.profile.query()).toMatchObject({ twoFactor: null });
    expect(await user.client.auth.me.query()).toMatchObject({ twoFactor: false, mustEnroll: false });
    await login(user);
    await user.client.auth.reauthenticate.mutate({ password: user.password });
  });

  it('ends with a code: shows ten recovery codes, ends other sessions, sends a mail', async () => {
    const user = await app.registerUser();
    const elsewhere = app.client((await login(user)).tokens.accessToken);
    const { secret } = await begin(user);
    const code = totpCode(secret);
    const { recoveryCodes: codes } = await user.client.auth.twoFactor.confirm.mutate({ code });

    expect(new Set(codes).size).toBe(10);
    for (const each of codes) expect(each).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    expect(await codeOf(elsewhere.auth.me.query())).toBe('session_ended');
    expect(await user.client.auth.me.query()).toMatchObject({ twoFactor: true, mustEnroll: false });
    const { twoFactor } = await user.client.auth.profile.query();
    expect(twoFactor).toEqual({ confirmedAt: expect.any(String) as string, recoveryCodesLeft: 10 });
    expect(await mailsTo(user)).toEqual(['Two-factor authentication was turned on']);
    expect(await codeOf(login(user, code)), 'the code that confirmed it').toBe('wrong_code');
  });

  it('takes the latest secret only if it was begun twice', async () => {
    const user = await app.registerUser();
    const [first, second] = [await begin(user), await begin(user)];
    const confirm = (secret: string) => user.client.auth.twoFactor.confirm.mutate({ code: totpCode(secret) });
    expect(await codeOf(confirm(first.secret))).toBe('wrong_code');
    await confirm(second.secret);
  });

  it('is confirmed once by two calls at once, and the codes of the winner work', async () => {
    const user = await app.registerUser();
    const { secret } = await begin(user);
    const code = totpCode(secret);
    const calls = await Promise.allSettled([1, 2].map(() => user.client.auth.twoFactor.confirm.mutate({ code })));
    const won = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
    expect(won).toHaveLength(1);
    await login(user, won[0]?.recoveryCodes[0]);
  });

  it('needs the right password', async () => {
    const user = await app.registerUser();
    expect(await refusalOf(user.client.auth.twoFactor.begin.mutate({ password: 'a wrong one' }))).toMatchObject({
      code: 'wrong_password',
      fieldErrors: { password: [errorMessages.wrong_password] },
    });
    expect(await app.db.$count(secondFactors, eq(secondFactors.userId, user.user.id))).toBe(0);
  });
});

test.each([
  ['beginning while it is on', 'on', 'begin', 'second_factor_on'],
  ['confirming while it is on', 'on', 'confirm', 'second_factor_on'],
  ['confirming without a beginning', 'off', 'confirm', 'second_factor_off'],
  ['turning it off while it is off', 'off', 'disable', 'second_factor_off'],
  ['turning it off before it is confirmed', 'begun', 'disable', 'second_factor_off'],
  ['new recovery codes while it is off', 'off', 'recoveryCodes', 'second_factor_off'],
] as const)('%s is refused, and counts as no failure', async (_, state, verb, refused) => {
  const user = await app.registerUser();
  const factor = state === 'on' ? await enroll(app, user) : undefined;
  const begun = state === 'begun' ? await begin(user) : undefined;
  const code = factor ? await factor.code() : totpCode(begun?.secret ?? 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  const call = () => (verb === 'begin' ? begin(user) : user.client.auth.twoFactor[verb].mutate({ code }));
  for (let tries = 0; tries < 6; tries++) expect(await codeOf(call())).toBe(refused);
});

describe('a factor that is on', () => {
  it.each(['app', 'sheet'] as const)('is turned off by a code of the %s, and can be set up again', async (source) => {
    const user = await app.registerUser();
    const factor = await enroll(app, user);
    const code = source === 'app' ? await factor.code() : (factor.recoveryCodes[3] ?? '');
    await user.client.auth.twoFactor.disable.mutate({ code });
    expect(await user.client.auth.profile.query()).toMatchObject({ twoFactor: null });
    expect((await mailsTo(user))[0]).toBe('Two-factor authentication was turned off');
    await login(user);
    await enroll(app, user);
    expect(await codeOf(login(user, factor.recoveryCodes[5])), 'an earlier recovery code').toBe('wrong_code');
  });

  it.each(['app', 'sheet'] as const)('gets new recovery codes by a code of the %s; the earlier end', async (source) => {
    const user = await app.registerUser();
    const factor = await enroll(app, user);
    const [first = '', second] = factor.recoveryCodes;
    await login(user, second);
    const code = source === 'app' ? await factor.code() : first;
    const renewed = await user.client.auth.twoFactor.recoveryCodes.mutate({ code });
    expect(await user.client.auth.profile.query()).toMatchObject({ twoFactor: { recoveryCodesLeft: 10 } });
    expect((await mailsTo(user))[0]).toBe('You have new recovery codes');
    expect(await codeOf(login(user, factor.recoveryCodes[7]))).toBe('wrong_code');
    await login(user, renewed.recoveryCodes[7]);
    expect(await user.client.auth.profile.query()).toMatchObject({ twoFactor: { recoveryCodesLeft: 9 } });
  });

  it('stays on after a new password by a mailed link', async () => {
    const user = await app.registerUser();
    const factor = await enroll(app, user);
    await app.client().auth.forgotPassword.mutate({ email: user.user.email });
    const [mail] = await app.db
      .select({ body: mailOutbox.body })
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, user.user.email))
      .orderBy(desc(mailOutbox.id));
    const token = /reset-password\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const renewed = { ...user, password: 'a new horse battery' };
    const answer = await app.post('auth.resetPassword', { token, password: renewed.password });
    expect(answer.status).toBe(200);
    // The mailbox alone does not prove a user with a second factor: this device stays unknown.
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await codeOf(login(renewed))).toBe('second_factor_required');
    await login(renewed, await factor.code());
  });

  it("is not served by another user's codes", async () => {
    const [user, other] = [await app.registerUser(), await app.registerUser()];
    const [factor, others] = [await enroll(app, user), await enroll(app, other)];
    expect(await codeOf(login(user, await others.code()))).toBe('wrong_code');
    expect(await codeOf(login(user, others.recoveryCodes[0]))).toBe('wrong_code');
    expect(await codeOf(user.client.auth.twoFactor.disable.mutate({ code: await others.code() }))).toBe('wrong_code');
    await login(other, others.recoveryCodes[0]);
    await login(user, await factor.code());
  });
});

describe('re-authentication', () => {
  const isReauthenticated = async ({ user }: SignedInUser) => {
    const rows = await app.db
      .select({ at: sessions.reauthenticatedAt })
      .from(sessions)
      .where(eq(sessions.userId, user.id));
    return rows.map(({ at }) => at !== null);
  };

  it.each(['app', 'sheet'] as const)('takes a code of the %s, once, for this session', async (source) => {
    const user = await app.registerUser();
    const factor = await enroll(app, user);
    await login(user, factor.recoveryCodes[0]);
    const code = source === 'app' ? await factor.code() : (factor.recoveryCodes[1] ?? '');
    await user.client.auth.reauthenticate.mutate({ code });
    expect((await isReauthenticated(user)).toSorted()).toEqual([false, true]);
    expect(await codeOf(user.client.auth.reauthenticate.mutate({ code }))).toBe('wrong_code');
  });

  it('takes the code if there is a factor, otherwise the password, and says which', async () => {
    const user = await app.registerUser();
    expect(await refusalOf(user.client.auth.reauthenticate.mutate({ code: '123456' }))).toMatchObject({
      code: 'bad_input',
      fieldErrors: { password: ['Enter your password instead.'] },
      details: { confirmBy: 'password' },
    });
    await enroll(app, user);
    const refused = { code: 'bad_input', details: { confirmBy: 'code' } };
    const fieldErrors = { code: ['Enter the code of your authenticator app instead.'] };
    const byPassword = (password: string) => user.client.auth.reauthenticate.mutate({ password });
    expect(await refusalOf(byPassword(user.password))).toMatchObject({ ...refused, fieldErrors });
    expect(await refusalOf(byPassword('a wrong one')), 'whatever the password').toMatchObject(refused);
    expect(await isReauthenticated(user)).toEqual([false]);
  });
});

describe('secrets', () => {
  it('are stored encrypted or hashed, and nowhere else', async () => {
    const user = await app.registerUser();
    const factor = await enroll(app, user);
    const code = await factor.code();
    await login(user, code);
    await login(user, factor.recoveryCodes[0]);
    const guess = 'QQQQ-WWWW-EEEE-RRRR';
    expect(await codeOf(login(user, guess))).toBe('wrong_code');
    const tables = ['second_factors', 'recovery_codes', 'rate_limits', 'audit_entries', 'mail_outbox', 'sessions'];
    const stored = await Promise.all(
      tables.map((table) => app.db.execute(sql`select t::text as row from ${sql.raw(table)} t`)),
    );
    const text = JSON.stringify(stored);
    const plain = [factor.secret, guess, guess.replaceAll('-', ''), ...factor.recoveryCodes];
    for (const each of [...plain, ...factor.recoveryCodes.map((one) => one.replaceAll('-', ''))])
      expect(text).not.toContain(each);
    const hashes = await app.db
      .select({ hash: recoveryCodes.hash })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, user.user.id));
    for (const { hash } of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('that are altered, or encrypted with another key, make codes wrong; recovery codes work', async () => {
    const problems: unknown[][] = [];
    const other = await startTestApp({ log: { error: (...facts: unknown[]) => void problems.push(facts) } });
    const user = await other.registerUser();
    const factor = await enroll(other, user);
    const there = (code: string) => other.client().auth.login.mutate({ ...loginOf(user), code });
    const mine = eq(secondFactors.userId, user.user.id);
    const [row] = await other.db.select({ sealed: secondFactors.sealedSecret }).from(secondFactors).where(mine);
    const sealed = row?.sealed ?? '';
    const [version, , ...rest] = sealed.split('.');
    for (const stored of [`${sealed.slice(0, -6)}AAAAAA`, [version, 'another-key0', ...rest].join('.'), '']) {
      await other.db.update(secondFactors).set({ sealedSecret: stored }).where(mine);
      expect(await codeOf(there(await factor.code()))).toBe('wrong_code');
      expect(problems.splice(0)).toEqual([
        [expect.objectContaining({ purpose: 'totp', ownerId: user.user.id }), expect.stringContaining('secret')],
      ]);
    }
    await there(factor.recoveryCodes[0] ?? '');
    await other.db.update(secondFactors).set({ sealedSecret: sealed }).where(mine);
    await there(await factor.code());
    await other.close();
  });

  it('need a key: an admin is told how to make one, a customer to tell the support', async () => {
    const production = await startTestApp({ withoutSecretsKey: true });
    const [customer, admin] = [await production.registerUser(), await production.createAdminUser()];
    expect(await refusalOf(begin(customer))).toMatchObject({
      code: 'secrets_key_missing',
      httpStatus: 412,
      message: expect.stringMatching(/^(?!.*SECRETS_KEY).*support/) as string,
    });
    expect(await refusalOf(begin(admin))).toMatchObject({
      code: 'secrets_key_missing',
      message: expect.stringMatching(/SECRETS_KEY .*openssl rand -base64 32/) as string,
    });
    await production.close();
  });
});

test('codes of 60 kB are refused before they are compared', async () => {
  const user = await app.registerUser();
  await enroll(app, user);
  const { twoFactor, reauthenticate } = user.client.auth;
  for (const code of ['১'.repeat(20_000), ' '.repeat(60_000), 'A-'.repeat(30_000)]) {
    const calls = [
      () => login(user, code),
      () => twoFactor.disable.mutate({ code }),
      () => reauthenticate.mutate({ code }),
    ];
    for (const call of calls) expect(await codeOf(call())).toBe('bad_input');
  }
});
