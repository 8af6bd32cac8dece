import { and, desc, eq, notLike, sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { enroll } from '../../testing/second-factor.ts';

const app = await testApp();

const login = ({ user: { userName }, password }: SignedInUser, code?: string) =>
  app.client().auth.login.mutate({ userName, password, code });

/** An admin with a mailbox, who has entered the password again. */
async function makeAdmin(): Promise<SignedInUser> {
  const admin = await app.createAdminUser();
  await app.db
    .update(users)
    .set({ email: `${admin.user.userName}@example.com` })
    .where(eq(users.id, admin.user.id));
  await admin.client.auth.reauthenticate.mutate({ password: admin.password });
  return admin;
}

const reset = ({ client }: SignedInUser, { user }: SignedInUser, reason = 'Lost the phone') =>
  client.admin.users.resetTwoFactor.mutate({ id: user.id, reason });

/** Without mails about logins. */
async function lastMailTo(address: string) {
  const [mail] = await app.db
    .select({ subject: mailOutbox.subject, body: mailOutbox.body })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, address), notLike(mailOutbox.subject, 'New login%')))
    .orderBy(desc(mailOutbox.id));
  return mail;
}

describe('a reset by an admin', () => {
  it('turns the factor off, ends the sessions, and mails to both', async () => {
    const [admin, customer] = [await makeAdmin(), await app.registerUser()];
    const factor = await enroll(app, customer);
    const details = () => admin.client.admin.users.get.query({ id: customer.user.id });
    expect(await details()).toMatchObject({ twoFactor: true });
    await reset(admin, customer);

    expect(await details()).toMatchObject({ twoFactor: false });
    expect(await codeOf(customer.client.auth.me.query())).toBe('session_ended');
    const again = app.client((await login(customer)).tokens.accessToken);
    expect(await again.auth.profile.query()).toMatchObject({ twoFactor: null });
    expect(await codeOf(again.auth.twoFactor.disable.mutate({ code: factor.recoveryCodes[0] ?? '' }))).toBe(
      'second_factor_off',
    );
    expect((await lastMailTo(customer.user.email))?.subject).toBe('Two-factor authentication was turned off');
    const toAdmin = await lastMailTo(`${admin.user.userName}@example.com`);
    expect(toAdmin?.subject).toBe("You turned off a customer's two-factor authentication");
    expect(toAdmin?.body).toContain(`/dashboard/users/${customer.user.id}\n`);
    const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.subjectId, customer.user.id));
    expect(entries).toMatchObject([
      { action: 'user.resetTwoFactor', adminId: admin.user.id, reason: 'Lost the phone' },
    ]);
  });

  it('happens once if two ask for it at once', async () => {
    const [admin, customer] = [await makeAdmin(), await app.registerUser()];
    await enroll(app, customer);
    const calls = await Promise.allSettled([1, 2].map(() => reset(admin, customer)));
    const refusals = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason as Error] : []));
    expect(refusals).toHaveLength(1);
    expect(await codeOf(Promise.reject(refusals[0] ?? new Error('none')))).toBe('second_factor_off');
  });
});

test('a reset requires a re-authentication and a reason', async () => {
  const [admin, customer] = [await makeAdmin(), await app.registerUser()];
  const factor = await enroll(app, customer);
  const { fieldErrors } = await refusalOf(reset(admin, customer, ' '));
  expect(fieldErrors).toEqual({ reason: ['Reason is required'] });
  await app.db.update(sessions).set({ reauthenticatedAt: null }).where(eq(sessions.userId, admin.user.id));
  expect(await codeOf(reset(admin, customer))).toBe('reauthentication_required');
  await login(customer, factor.recoveryCodes[0]);
});

test.each([
  [
    "another admin's factor",
    'forbidden',
    async () => {
      const other = await app.createAdminUser();
      await enroll(app, other);
      return other;
    },
  ],
  ['a customer without one', 'second_factor_off', () => app.registerUser()],
  [
    'a customer who has only begun',
    'second_factor_off',
    async () => {
      const customer = await app.registerUser();
      await customer.client.auth.twoFactor.begin.mutate({ password: customer.password });
      return customer;
    },
  ],
] as const)('%s: %s', async (_, refused, make) => {
  const target = await make();
  const { code, message } = await refusalOf(reset(await makeAdmin(), target));
  expect(code).toBe(refused);
  if (refused === 'forbidden') expect(message).toContain('npm run admin:create -- --reset-2fa');
});

test('an unknown user is not found', async () => {
  const admin = await makeAdmin();
  expect(await codeOf(admin.client.admin.users.resetTwoFactor.mutate({ id: 999_999, reason: 'Lost' }))).toBe(
    'not_found',
  );
});

it('refuses the factor of somebody who was an admin within a week', async () => {
  const [admin, other] = [await makeAdmin(), await makeAdmin()];
  await enroll(app, other);
  await admin.client.admin.users.setRole.mutate({ id: other.user.id, role: 'user' });
  expect(await codeOf(reset(admin, other))).toBe('forbidden');
  await app.db.execute(sql`alter table audit_entries disable trigger user`);
  await app.db
    .update(auditEntries)
    .set({ at: sql`now() - interval '8 days'` })
    .where(eq(auditEntries.subjectId, other.user.id));
  await app.db.execute(sql`alter table audit_entries enable trigger user`);
  expect(await reset(admin, other)).toEqual({ ok: true });
});
