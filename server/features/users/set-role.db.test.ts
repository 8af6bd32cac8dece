import { eq, inArray, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '#db/schema/users.ts';
import { startTestApp, testApp } from '../../testing/app.ts';
import { DOLLAR, makeAdmin, makeUser } from '../../testing/factories.ts';
import { follow } from '../../testing/live.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { withoutEvents } from '../../testing/without-events.ts';
import { setBlocked } from './set-blocked.ts';
import { setRole } from './set-role.ts';

const app = await testApp();
const admin = await app.createAdminUser({ userName: 'the-admin' });

const set = (id: number, role: 'admin' | 'user', by = admin) => by.client.admin.users.setRole.mutate({ id, role });

it('takes effect from the next call on, in existing sessions', async () => {
  const { user, client } = await app.registerUser();
  const manage = () => client.admin.users.get.query({ id: user.id });
  expect(await codeOf(manage())).toBe('forbidden');

  expect(await set(user.id, 'admin')).toMatchObject({ id: user.id, role: 'admin', blocked: false });
  expect((await manage()).role).toBe('admin');

  expect(await set(user.id, 'user')).toMatchObject({ id: user.id, role: 'user' });
  expect(await codeOf(manage())).toBe('forbidden');
  expect((await client.auth.me.query()).role).toBe('user');
});

it('ends the stream of an admin who loses it; the next one has no changes of others', async () => {
  const [customer, demoted] = [await app.registerUser(), await app.createAdminUser()];
  const stream = await follow(app.url, demoted.accessToken);
  await set(demoted.user.id, 'user');
  expect(await stream.ended).toBeUndefined();
  const [own, others] = [await follow(app.url, demoted.accessToken), await follow(app.url, admin.accessToken)];
  const { id } = await customer.client.tickets.open.mutate({ subject: 'Where is it?', message: 'Nothing came.' });
  await others.hears({ kind: 'ticket', id });
  await admin.client.admin.users.giveBalance.mutate({ id: demoted.user.id, amountNanos: DOLLAR });
  await own.hears({ kind: 'balance' });
  // At its first poll a process reports a change of everything, which may happen during the test.
  expect(own.heard).not.toContainEqual({ kind: 'ticket', id });
  for (const { leave } of [own, others]) leave();
});

it('succeeds when repeated', async () => {
  const { id } = await makeUser(app.db);
  for (let i = 0; i < 2; i++) expect((await set(id, 'admin')).role).toBe('admin');
  for (let i = 0; i < 2; i++) expect((await set(id, 'user')).role).toBe('user');
});

it('does not find an unknown user, and refuses other roles', async () => {
  expect(await codeOf(set(999_999, 'admin'))).toBe('not_found');
  expect(await codeOf(set(admin.user.id, 'owner' as 'user'))).toBe('bad_input');
});

it('may be given up by any admin except the last one', async () => {
  const alone = await startTestApp();
  const [one, two] = [await alone.createAdminUser(), await alone.createAdminUser()];
  expect((await set(one.user.id, 'user', one)).role).toBe('user');
  expect(await codeOf(set(two.user.id, 'user', one))).toBe('forbidden');
  const refused = await refusalOf(set(two.user.id, 'user', two));
  expect(refused).toMatchObject({ code: 'last_admin', httpStatus: 409 });
  expect(refused.message).toContain("can't become a customer");
  // A blocked admin does not count.
  const blocked = await makeAdmin(alone.db);
  await two.client.admin.users.setBlocked.mutate({ id: blocked.id, blocked: true });
  expect(await codeOf(set(two.user.id, 'user', two))).toBe('last_admin');
  expect((await set(blocked.id, 'user', two)).role).toBe('user');
  await alone.close();
});

it('leaves one of two admins who remove each other, or block and remove, at the same time, 30 times over', async () => {
  const alone = await startTestApp();
  const [one, two] = [await makeAdmin(alone.db), await makeAdmin(alone.db)];
  const db = withoutEvents(alone.db);
  for (let round = 0; round < 30; round++) {
    await alone.db
      .update(users)
      .set({ role: 'admin', blockedAt: null })
      .where(inArray(users.id, [one.id, two.id]));
    const results = await Promise.allSettled([
      setRole(db, one.actor, { id: two.id, role: 'user' }),
      round % 2
        ? setRole(db, two.actor, { id: one.id, role: 'user' })
        : setBlocked(db, two.actor, { id: one.id, blocked: true }),
    ]);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost.map(({ reason }) => reason)).toMatchObject([{ code: 'last_admin' }]);
    const active = await alone.db
      .select({ id: users.id })
      .from(users)
      .where(sql`role = 'admin' and blocked_at is null`);
    expect(active).toHaveLength(1);
  }
  await alone.close();
});

it('is refused for an admin who has lost it, or was blocked, in the meantime', async () => {
  const [demoted, blocked, customer] = [await makeAdmin(app.db), await makeAdmin(app.db), await makeUser(app.db)];
  await set(demoted.id, 'user');
  await admin.client.admin.users.setBlocked.mutate({ id: blocked.id, blocked: true });
  const give = (by: { id: number }) =>
    setRole(app.deps, { id: by.id, role: 'admin' }, { id: customer.id, role: 'admin' });
  await expect(give(demoted)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(give(blocked)).rejects.toMatchObject({ code: 'blocked' });
  const [kept] = await app.db.select({ role: users.role }).from(users).where(eq(users.id, customer.id));
  expect(kept?.role).toBe('user');
});
