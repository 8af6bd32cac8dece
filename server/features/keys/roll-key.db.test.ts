import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/api-keys.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { loginAlerts } from '#db/schema/second-factors.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { testApp } from '../../testing/app.ts';
import { makeKey } from '../../testing/keys.ts';
import { follow } from '../../testing/live.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { rewindLogin } from '../../testing/reauthenticate.ts';
import { codeOf } from '../../testing/refusal.ts';

const app = await testApp();
const DAY_MS = 86_400_000;

async function makeOwner() {
  const owner = await makeCustomer(app);
  return { ...owner, client: app.client(owner.accessToken) };
}

/** What each API answers to a secret. */
async function answersTo(secret: string) {
  const v2 = await fetch(`${app.url}/api/v2`, {
    method: 'POST',
    body: new URLSearchParams({ key: secret, action: 'balance' }),
  });
  const headers = { authorization: `Bearer ${secret}` };
  return {
    trpc: (await fetch(`${app.url}/trpc/balance.get`, { headers })).status,
    rest: (await fetch(`${app.url}/api/v1/user/profile`, { headers })).status,
    v2: Object.keys((await v2.json()) as object)[0],
  };
}
const works = { trpc: 200, rest: 200, v2: 'balance' };
const refused = { trpc: 401, rest: 401, v2: 'error' };

/** Moves the last roll into the past. */
const letPass = (id: number, interval: string) =>
  app.db
    .update(apiKeys)
    .set({ rolledAt: sql`rolled_at - ${interval}::interval` })
    .where(eq(apiKeys.id, id));

describe('a rolled key', () => {
  test('works with both secrets for 24 hours, in every API, and has one limit', async () => {
    const owner = await makeOwner();
    const { id, accessToken: old } = await makeKey(app, owner, { scopes: ['read', 'order'] });
    const before = (await owner.client.keys.list.query()).keys[0];
    const { key, secret } = await owner.client.keys.roll.mutate({ id });
    expect(secret).toMatch(new RegExp(`^rp_${id}_`));
    expect(key).toEqual({ ...before, previousSecretEndsAt: expect.any(String) });
    expect(Math.abs(Date.parse(key.previousSecretEndsAt ?? '') - Date.now() - DAY_MS)).toBeLessThan(60_000);
    expect((await owner.client.keys.list.query()).keys).toMatchObject([
      { previousSecretEndsAt: key.previousSecretEndsAt },
    ]);
    expect(await answersTo(old)).toEqual(works);
    expect(await answersTo(secret)).toEqual(works);
    const remaining = async (token: string) =>
      Number(
        (await fetch(`${app.url}/trpc/balance.get`, { headers: { authorization: `Bearer ${token}` } })).headers.get(
          'ratelimit-remaining',
        ),
      );
    const left = await remaining(old);
    expect(await remaining(secret)).toBe(left - 1);
    await letPass(id, '23 hours 59 minutes');
    expect(await answersTo(old)).toEqual(works);
    await letPass(id, '1 minute');
    expect(await answersTo(old)).toEqual(refused);
    expect(await answersTo(secret)).toEqual(works);
    expect((await owner.client.keys.list.query()).keys).toMatchObject([{ previousSecretEndsAt: null }]);
  });

  test('rolled again has two secrets, also when it is rolled at the same time', async () => {
    const owner = await makeOwner();
    const { id, accessToken: first } = await makeKey(app, owner);
    const rolls = await Promise.all([1, 2, 3].map(() => owner.client.keys.roll.mutate({ id })));
    const { secret: last } = await owner.client.keys.roll.mutate({ id });
    expect(await answersTo(first)).toEqual(refused);
    expect(await answersTo(last)).toEqual(works);
    const alive = await Promise.all(rolls.map(async ({ secret }) => (await answersTo(secret)).trpc));
    expect(alive.toSorted()).toEqual([200, 401, 401]);
  });

  test('ends both secrets when it is revoked', async () => {
    const owner = await makeOwner();
    const { id, accessToken: old } = await makeKey(app, owner);
    const { secret } = await owner.client.keys.roll.mutate({ id });
    await owner.client.keys.revoke.mutate({ id });
    for (const each of [old, secret]) expect(await answersTo(each)).toEqual(refused);
    expect(await codeOf(owner.client.keys.roll.mutate({ id }))).toBe('not_found');
  });

  test('ends the stream of the secret that a second roll ends, and keeps the others', async () => {
    const owner = await makeOwner();
    const { id, accessToken: first } = await makeKey(app, owner);
    const { secret: second } = await owner.client.keys.roll.mutate({ id });
    const [oldest, kept] = [await follow(app.url, first), await follow(app.url, second)];
    await owner.client.keys.roll.mutate({ id });
    await expect(oldest.ended).resolves.toMatchObject({ data: { domainCode: 'unauthenticated' } });
    kept.leave();
  });

  test('expires at its own end, with both secrets', async () => {
    const owner = await makeOwner();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { id } = await makeKey(app, owner, { expiresAt });
    const { key } = await owner.client.keys.roll.mutate({ id });
    expect(key.previousSecretEndsAt).toBe(expiresAt.toISOString());
    await app.db.update(apiKeys).set({ expiresAt: sql`now()` }).where(eq(apiKeys.id, id));
    expect(await codeOf(owner.client.keys.roll.mutate({ id }))).toBe('bad_input');
  });

  test('is announced by mail, and an admin’s is audited', async () => {
    const [owner, admin] = [await makeOwner(), await makeSignedInAdmin(app)];
    const { id } = await makeKey(app, owner, { name: 'Stock script' });
    const { key, secret } = await owner.client.keys.roll.mutate({ id });
    const [mail] = await app.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, `${owner.userName}@example.com`))
      .orderBy(desc(mailOutbox.id))
      .limit(1);
    expect(mail?.subject).toBe('New secret of your API key');
    for (const line of ['Name: Stock script', `works until ${key.previousSecretEndsAt}`, 'Address: 127.0.0.x'])
      expect(mail?.body).toContain(line);
    expect(mail?.body).not.toContain(secret);
    const ofAdmin = await makeKey(app, admin);
    await app.client(admin.accessToken).keys.roll.mutate({ id: ofAdmin.id });
    const rolls = await app.db.select().from(auditEntries).where(eq(auditEntries.action, 'key.roll'));
    expect(rolls).toMatchObject([{ adminId: admin.id, subjectId: ofAdmin.id, after: { scopes: ['read'] } }]);
  });
});

describe('rolling', () => {
  test('needs a re-authentication, is the owner’s, and closed to keys', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()];
    const { id, accessToken } = await makeKey(app, owner);
    expect(await codeOf(app.client(accessToken).keys.roll.mutate({ id }))).toBe('key_not_allowed');
    expect(await codeOf(other.client.keys.roll.mutate({ id }))).toBe('not_found');
    await app.db.execute(sql`update sessions set reauthenticated_at = null where user_id = ${owner.id}`);
    await rewindLogin(app, owner.accessToken, 11);
    expect(await codeOf(owner.client.keys.roll.mutate({ id }))).toBe('reauthentication_required');
    expect(await answersTo(accessToken)).toEqual(works);
  });

  test('since a login by a stranger ends the key', async () => {
    const owner = await makeOwner();
    const { id } = await makeKey(app, owner);
    await app.db.update(apiKeys).set({ createdAt: sql`now() - interval '1 day'` }).where(eq(apiKeys.id, id));
    const token = 'b'.repeat(43);
    await app.db.insert(loginAlerts).values({
      userId: owner.id,
      hash: hashToken(token),
      recipient: `${owner.userName}@example.com`,
      expiresAt: sql`now() + interval '1 day'`,
    });
    const { secret } = await owner.client.keys.roll.mutate({ id });
    await app.client().auth.loginWasNotMe.mutate({ token });
    expect(await answersTo(secret)).toEqual(refused);
  });
});
