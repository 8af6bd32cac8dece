import { isNull, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { refreshTokens, sessions } from '#db/schema/sessions.ts';
import { apis, expectRefused } from '../testing/apis.ts';
import { PANEL_ORIGIN, type SignedInUser, testApp } from '../testing/app.ts';
import { makeKey } from '../testing/keys.ts';
import { codeOf } from '../testing/refusal.ts';
import { enroll, totpCode } from '../testing/second-factor.ts';
import { endAccess } from './end-access.ts';

const app = await testApp();

const queuedMails = () => app.db.select().from(mailOutbox).where(sql`next_try_at < 'infinity'`);

/** The token of the mail with such a link that was queued last. */
async function tokenIn(path: string): Promise<string> {
  const bodies = (await queuedMails()).toSorted((a, b) => b.id - a.id).map(({ body }) => body);
  const link = new RegExp(`^${PANEL_ORIGIN}/${path}/([\\w-]{43})$`, 'm');
  for (const body of bodies) {
    const token = link.exec(body)?.[1];
    if (token) return token;
  }
  return expect.fail(`no mail has a link ${path}`);
}

const login = ({ user, password }: SignedInUser, code?: string) =>
  app.client().auth.login.mutate({ userName: user.userName, password, code });

it('ends every session, key and mailed link, over tRPC and REST', async () => {
  const user = await app.registerUser();
  const admin = await app.createAdminUser({ isReauthenticated: true });
  const { client } = user;
  await login(user);
  const notMe = await tokenIn('not-me');
  await client.auth.updateProfile.mutate({
    ...{ name: user.user.name, phone: user.user.phone },
    ...{ email: 'moving@example.com', currentPassword: user.password },
  });
  const newAddress = await tokenIn('confirm-email');
  await app.client().auth.forgotPassword.mutate({ email: user.user.email });
  const newPassword = await tokenIn('reset-password');
  const { secret } = await client.auth.twoFactor.begin.mutate({ password: user.password });
  const key = await makeKey(app, { actor: { id: user.user.id, role: 'user' } });

  expect(await endAccess(app.db)).toBeGreaterThanOrEqual(3);

  expect(await codeOf(app.client(key.accessToken).balance.get.query())).toBe('unauthenticated');
  for (const api of apis) {
    for (const { accessToken, cookie } of [user, admin]) {
      expectRefused(await api.readProfile(app, { accessToken }, undefined), 'session_ended');
      expectRefused(await api.refresh(app, { cookie }, undefined, { origin: PANEL_ORIGIN }), 'session_ended');
    }
    const reset = { token: newPassword, password: 'an entirely new phrase' };
    expectRefused(await api.resetPassword(app, undefined, reset), 'reset_token_invalid');
  }
  expect(await codeOf(app.client().auth.loginWasNotMe.mutate({ token: notMe }))).toBe('reset_token_invalid');
  expect(await codeOf(app.client().auth.confirmEmail.mutate({ token: newAddress }))).toBe('email_token_invalid');

  const again = app.client((await login(user)).tokens.accessToken);
  expect(await again.auth.profile.query()).toMatchObject({ pendingEmail: null });
  expect(await codeOf(again.auth.twoFactor.confirm.mutate({ code: totpCode(secret) }))).toBe('second_factor_off');
});

it('leaves no token that a restored copy could accept', async () => {
  await app.registerUser();
  await app.createAdminUser({ isReauthenticated: true });
  await endAccess(app.db);
  const left = await Promise.all([
    app.db.$count(sessions, isNull(sessions.revokedAt)),
    app.db.$count(sessions, sql`reauthenticated_at is not null`),
    app.db.$count(refreshTokens, sql`expires_at > now()`),
    ...['password_resets', 'email_changes', 'login_alerts'].map((table) => app.db.$count(sql.identifier(table))),
  ]);
  expect(left).toEqual([0, 0, 0, 0, 0, 0]);
});

it('gives up queued mails with a link that ended, and leaves the others', async () => {
  const user = await app.registerUser();
  await app.client().auth.forgotPassword.mutate({ email: user.user.email });
  await app.db.insert(mailOutbox).values({ recipient: 'a@example.com', subject: 'News', body: 'See /about#support' });
  await endAccess(app.db);
  const queued = await queuedMails();
  expect(queued.filter(({ recipient }) => recipient === user.user.email)).toEqual([]);
  expect(queued.map(({ body }) => body)).toContain('See /about#support');
  expect(await app.db.$count(mailOutbox, sql`body ~ '/reset-password/'`)).toBe(0);
});

it('leaves a confirmed second factor on', async () => {
  const user = await app.registerUser();
  const factor = await enroll(app, user);
  await endAccess(app.db);
  expect(await codeOf(login(user))).toBe('second_factor_required');
  await login(user, await factor.code());
  expect(await app.db.$count(secondFactors)).toBe(1);
});
