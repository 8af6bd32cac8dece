import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/api-keys.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { loginAlerts } from '#db/schema/second-factors.ts';
import { customerScopes } from '#shared/key-scopes.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { testApp } from '../../testing/app.ts';
import { makeUser } from '../../testing/factories.ts';
import { makeKey } from '../../testing/keys.ts';
import { makeCustomer, makeSignedInAdmin, signIn } from '../../testing/people.ts';
import { rewindLogin } from '../../testing/reauthenticate.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const script = { name: 'Stock script', scopes: ['read' as const] };

async function makeOwner() {
  const owner = await makeCustomer(app);
  return { ...owner, client: app.client(owner.accessToken) };
}

async function lastMailTo({ userName }: { userName: string }) {
  const [mail] = await app.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, `${userName}@example.com`))
    .orderBy(desc(mailOutbox.id))
    .limit(1);
  return mail;
}

describe('a new key', () => {
  test('is listed without its secret, which is stored as a hash only', async () => {
    const { client } = await makeOwner();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const addresses = ['203.0.113.7', '2001:db8::/32'];
    const { key, secret } = await client.keys.create.mutate({
      ...script,
      scopes: [...customerScopes, 'read'],
      expiresAt: expiresAt.toISOString().replace('Z', '+00:00'),
      addresses: [...addresses, ` ${addresses[0]} `],
    });
    expect(secret).toMatch(new RegExp(`^rp_${key.id}_`));
    expect(key).toEqual({
      id: key.id,
      name: 'Stock script',
      scopes: customerScopes,
      addresses,
      createdAt: expect.any(String),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: null,
      lastUsedAddress: null,
      previousSecretEndsAt: null,
    });
    const second = await client.keys.create.mutate(script);
    expect(second.key).toMatchObject({ expiresAt: null, addresses: [] });
    expect(await client.keys.list.query()).toEqual({ keys: [second.key, key] });
    const [row] = await app.db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(secret.slice(`rp_${key.id}_`.length));
  });

  test('is announced by mail, with name, scopes, time and address', async () => {
    const owner = await makeOwner();
    const { key } = await owner.client.keys.create.mutate({ ...script, scopes: ['read', 'order'] });
    const mail = await lastMailTo(owner);
    expect(mail?.subject).toBe('New API key for your account');
    for (const line of ['Name: Stock script', 'Scopes: read, order', 'Expires: never', 'Address: 127.0.0.x']) {
      expect(mail?.body).toContain(line);
    }
    expect(mail?.body).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d \w+\/\w+/);
    expect(mail?.body).not.toContain(`rp_${key.id}`);
  });

  test('needs a re-authentication, or a login less than ten minutes ago', async () => {
    const owner = await signIn(app, await makeUser(app.db), { isReauthenticated: false });
    const client = app.client(owner.accessToken);
    const { key } = await client.keys.create.mutate(script);
    await client.keys.revoke.mutate({ id: key.id });
    await rewindLogin(app, owner.accessToken, 11);
    expect(await refusalOf(client.keys.create.mutate(script))).toMatchObject({
      code: 'reauthentication_required',
      details: { confirmBy: 'password' },
    });
    expect((await client.keys.list.query()).keys).toEqual([]);
  });

  test.each<[field: string, input: Record<string, unknown>]>([
    ['scopes', { scopes: ['admin.orders:read'] }],
    ['scopes', { scopes: ['read', 'admin.orders:write'] }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: undefined }],
    ['scopes', { scopes: 'read' }],
    ['scopes.0', { scopes: ['write'] }],
    ['scopes.0', { scopes: ['__proto__'] }],
    ['scopes.0', { scopes: ['read\0'] }],
    ['scopes.0', { scopes: ['r'.repeat(60_000)] }],
    ['scopes', { scopes: Array(100).fill('read') }],
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'a\0b' }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: 'right \u202e left' }],
    ['name', { name: 'x'.repeat(61) }],
    ['name', { name: 'x'.repeat(60_000) }],
    ['name', { name: 7 }],
    ['addresses.0', { addresses: ['203.0.113.0/33'] }],
    ['addresses.0', { addresses: ['203.0.113.7\0'] }],
    ['addresses.0', { addresses: ['1'.repeat(60_000)] }],
    ['addresses', { addresses: Array(21).fill('203.0.113.7') }],
    ['expiresAt', { expiresAt: '2020-01-31T08:30:00Z' }],
    ['expiresAt', { expiresAt: '2098-01-31' }],
    ['expiresAt', { expiresAt: '2098-02-31T08:30:00Z' }],
    ['expiresAt', { expiresAt: `2098-01-31T08:30:00.${'0'.repeat(60_000)}Z` }],
    ['expiresAt', { expiresAt: 4_000_000_000 }],
    ['userId', { userId: 1 }],
  ])('is refused with an error of the field %s', async (field, input) => {
    const owner = await anyOwner;
    const answer = await app.post('keys.create', { ...script, ...input }, as(owner));
    expect([answer.status, answer.error?.domainCode]).toEqual([400, 'bad_input']);
    expect(Object.keys(answer.error?.fieldErrors ?? {})).toContain(field);
  });
  const anyOwner = makeOwner();

  test('may expire at any moment in the future', async () => {
    const { client } = await makeOwner();
    for (const expiresAt of ['9999-12-31T23:59:59.999Z', '2098-01-31T08:30+06:00', '2098-01-31T08:30:00.5-11:30']) {
      const { key } = await client.keys.create.mutate({ ...script, expiresAt });
      expect(new Date(key.expiresAt ?? 0)).toEqual(new Date(expiresAt));
    }
  });

  test('of an admin may have the scopes of admins, and is audited; a customer is not', async () => {
    const [admin, owner] = [await makeSignedInAdmin(app), await makeOwner()];
    const client = app.client(admin.accessToken);
    const { key } = await client.keys.create.mutate({ name: 'Decider', scopes: ['admin.orders:write'] });
    await owner.client.keys.create.mutate(script);
    await client.keys.revoke.mutate({ id: key.id });
    await client.keys.revoke.mutate({ id: key.id });
    const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.subject, 'key'));
    expect(entries).toMatchObject([
      {
        action: 'key.create',
        adminId: admin.id,
        subjectId: key.id,
        subjectName: 'Decider',
        before: null,
        after: { scopes: ['admin.orders:write'], addresses: [], expiresAt: null },
      },
      { action: 'key.revoke', adminId: admin.id, subjectId: key.id, after: null },
    ]);
  });
});

describe('at most ten keys', () => {
  test('also in parallel; revoked and expired ones do not count', async () => {
    const owner = await makeOwner();
    const create = async () => {
      const answer = await app.post('keys.create', script, as(owner));
      return answer.error?.domainCode ?? 'made';
    };
    const outcomes = await Promise.all(Array.from({ length: 24 }, create));
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(10);
    expect(new Set(outcomes)).toEqual(new Set(['made', 'too_many_keys']));
    const { keys } = await owner.client.keys.list.query();
    expect(keys).toHaveLength(10);
    await owner.client.keys.revoke.mutate({ id: keys[0]?.id ?? 0 });
    await app.db
      .update(apiKeys)
      .set({ expiresAt: sql`now()` })
      .where(eq(apiKeys.id, keys[1]?.id ?? 0));
    expect(await Promise.all([create(), create(), create()])).toEqual(
      expect.arrayContaining(['made', 'made', 'too_many_keys']),
    );
    // The expired one is still listed.
    expect((await owner.client.keys.list.query()).keys).toHaveLength(11);
  });
});

describe('revoking', () => {
  test('is repeatable, and refuses unknown and foreign keys', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()];
    const { id } = await makeKey(app, owner);
    expect(await codeOf(other.client.keys.revoke.mutate({ id }))).toBe('not_found');
    expect(await codeOf(other.client.keys.revoke.mutate({ id: 2 ** 52 }))).toBe('not_found');
    expect(await owner.client.keys.revoke.mutate({ id })).toEqual({});
    expect(await owner.client.keys.revoke.mutate({ id })).toEqual({});
    expect(await owner.client.keys.list.query()).toEqual({ keys: [] });
  });

  test("all of them revokes the caller's only", async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()];
    const keys = [await makeKey(app, owner), await makeKey(app, owner)];
    const foreign = await makeKey(app, other);
    expect(await owner.client.keys.revokeAll.mutate()).toEqual({ revoked: 2 });
    expect(await owner.client.keys.revokeAll.mutate()).toEqual({ revoked: 0 });
    for (const { accessToken } of keys) {
      expect(await codeOf(app.client(accessToken).balance.get.query())).toBe('unauthenticated');
    }
    await app.client(foreign.accessToken).balance.get.query();
  });
});

describe('a new password', () => {
  test('leaves keys alone, and the mail names how many live on', async () => {
    const { user, password, client } = await app.registerUser();
    const owner = { actor: { id: user.id, role: 'user' as const } };
    const key = await makeKey(app, owner);
    const revoked = await makeKey(app, owner);
    await makeKey(app, owner, { scopes: ['order'] });
    await client.keys.revoke.mutate({ id: revoked.id });
    await client.auth.changePassword.mutate({ currentPassword: password, newPassword: 'another horse battery' });
    expect((await lastMailTo(user))?.body).toContain('2 API keys that still work');
    await app.client(key.accessToken).balance.get.query();
  });

  test('without keys is announced without a word about them', async () => {
    const { user, password, client } = await app.registerUser();
    await client.auth.changePassword.mutate({ currentPassword: password, newPassword: 'another horse battery' });
    expect((await lastMailTo(user))?.body).not.toContain('API key');
  });

  test('after "this was not me" ends the keys that were made since that login, and names the others', async () => {
    const owner = await makeOwner();
    const old = await makeKey(app, owner);
    const token = 'a'.repeat(43);
    await app.db.insert(loginAlerts).values({
      userId: owner.id,
      hash: hashToken(token),
      recipient: `${owner.userName}@example.com`,
      expiresAt: sql`now() + interval '1 day'`,
    });
    const stolen = await makeKey(app, owner);
    await app.client().auth.loginWasNotMe.mutate({ token });
    expect(await codeOf(app.client(stolen.accessToken).balance.get.query())).toBe('unauthenticated');
    await app.client(old.accessToken).balance.get.query();
    expect((await lastMailTo(owner))?.body).toContain('1 API key that still works');
  });
});

function as({ accessToken }: { accessToken: string }) {
  return { headers: { authorization: `Bearer ${accessToken}` } };
}
