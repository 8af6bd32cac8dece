import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { passwordResets } from '#db/schema/sessions.ts';
import type { Passwords } from '../../base/identity/passwords.ts';
import { startTestApp, testApp } from '../../testing/app.ts';
import { codeOf } from '../../testing/refusal.ts';
import { enroll } from '../../testing/second-factor.ts';
import { createAdmin, createFirstAdmin } from './create-admin.ts';

const app = await testApp();

const login = (userName: string, password: string) => app.client().auth.login.mutate({ userName, password });

it('creates the first admin once, with a password that is returned only if it was generated', async () => {
  const { passwords } = app.deps;
  const first = await createFirstAdmin(app.db, passwords, { userName: 'boss' });
  expect(first.password).toMatch(/^[\w]{20}$/);
  expect((await login('boss', first.password ?? '')).user).toMatchObject({ userName: 'boss', role: 'admin' });

  expect(await createFirstAdmin(app.db, passwords, { userName: 'another', password: 'given by hand' })).toEqual({
    userName: 'boss',
    created: false,
  });
  expect(await codeOf(login('another', 'given by hand'))).toBe('invalid_credentials');
});

it('uses the given password, and does not return it', async () => {
  const other = await startTestApp();
  expect(
    await createFirstAdmin(other.db, other.deps.passwords, { userName: 'boss', password: 'given by hand' }),
  ).toEqual({ userName: 'boss', created: true });
  const signedIn = await other.client().auth.login.mutate({ userName: 'boss', password: 'given by hand' });
  expect(signedIn.user.role).toBe('admin');
  await other.close();
});

it('gives an admin a new password, ends their sessions and unblocks them', async () => {
  const admin = await app.createAdminUser({ userName: 'Locked.Out' });
  const second = await app.createAdminUser();
  await second.client.admin.users.setBlocked.mutate({ id: admin.user.id, blocked: true, reason: 'On leave' });

  const made = await createAdmin(app.db, app.deps.passwords, { userName: 'locked.out' });

  expect(made).toMatchObject({ userName: 'Locked.Out', created: false, twoFactor: false, twoFactorReset: false });
  expect((await second.client.admin.users.get.query({ id: admin.user.id })).blockedReason).toBeNull();
  expect(await codeOf(admin.client.auth.me.query())).toBe('session_ended');
  expect(await codeOf(login('locked.out', admin.password))).toBe('invalid_credentials');
  expect((await login('locked.out', made.password)).user.id).toBe(admin.user.id);
});

it('keeps the second factor of an admin, unless its reset is asked for, which the audit has', async () => {
  const admin = await app.createAdminUser();
  const { userName, id } = admin.user;
  const { recoveryCodes } = await enroll(app, admin);
  const kept = await createAdmin(app.db, app.deps.passwords, { userName });
  expect(kept).toMatchObject({ created: false, twoFactor: true, twoFactorReset: false });
  expect(await codeOf(login(userName, kept.password))).toBe('second_factor_required');

  const reset = await createAdmin(app.db, app.deps.passwords, { userName, resetsTwoFactor: true });
  expect(reset).toMatchObject({ created: false, twoFactor: false, twoFactorReset: true });
  await login(userName, reset.password);
  const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
  expect(entries.filter(({ action }) => action === 'user.resetTwoFactor')).toMatchObject([
    { adminId: null, before: { twoFactor: true }, after: { twoFactor: false, signedOut: true } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(recoveryCodes[0]);
  expect(await createAdmin(app.db, app.deps.passwords, { userName, resetsTwoFactor: true })).toMatchObject({
    twoFactorReset: false,
  });
});

it('is created by one of several servers that start at once, and its password is the returned one', async () => {
  const fresh = await startTestApp();
  const servers = Array.from({ length: 4 }, () => connect(fresh.databaseUrl, { max: 1 }));
  const together = meetingAt(servers.length, fresh.deps.passwords);
  const made = await Promise.all(servers.map((db) => createFirstAdmin(db, together, { userName: 'boss' })));
  const told = made.flatMap(({ password }) => (password ? [password] : []));
  expect(told).toHaveLength(1);
  const signedIn = await fresh.client().auth.login.mutate({ userName: 'boss', password: told[0] ?? '' });
  expect(signedIn.user.role).toBe('admin');
  await Promise.all(servers.map(closeDb));
  await fresh.close();
});

it('lets a locked-out admin in again, and invalidates older reset links', async () => {
  const admin = await app.createAdminUser({ userName: 'forgetful' });
  for (let tries = 0; tries < 6; tries++) await codeOf(login('forgetful', 'not the password'));
  expect(await codeOf(login('forgetful', admin.password))).toBe('too_many_requests');
  const { email } = await admin.client.auth.me.query();
  await app.client().auth.forgotPassword.mutate({ email });

  const { password } = await createAdmin(app.db, app.deps.passwords, { userName: 'forgetful' });

  expect((await login('forgetful', password)).user.id).toBe(admin.user.id);
  const links = await app.db
    .select({ id: passwordResets.id })
    .from(passwordResets)
    .where(eq(passwordResets.userId, admin.user.id));
  expect(links).toEqual([]);
});

it("does not change a customer into an admin, nor a customer's password", async () => {
  const { user, password } = await app.registerUser({ userName: 'customer' });
  await expect(createAdmin(app.db, app.deps.passwords, { userName: 'Customer' })).rejects.toThrow(/is a customer/);
  expect((await login('customer', password)).user).toEqual(user);
});

/** Hashes like `passwords`, but returns no hash before `count` were requested. */
function meetingAt(count: number, passwords: Pick<Passwords, 'hash'>): Pick<Passwords, 'hash'> {
  const everybody = Promise.withResolvers<void>();
  let hashed = 0;
  return {
    async hash(password) {
      const hash = await passwords.hash(password);
      if (++hashed === count) everybody.resolve();
      await everybody.promise;
      return hash;
    },
  };
}
