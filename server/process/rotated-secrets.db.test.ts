import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { secondFactors } from '#db/schema/second-factors.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { webhooks } from '#db/schema/webhooks.ts';
import { readConfig } from '../base/env.ts';
import { totpOf } from '../base/identity/second-factor.ts';
import { createWebhook } from '../features/webhooks/create-webhook.ts';
import { rollSecret } from '../features/webhooks/roll-secret.ts';
import { secretOfWebhook } from '../features/webhooks/secret-of-webhook.ts';
import { keyOfSupplier } from '../suppliers/key-of-supplier.ts';
import { PANEL_ORIGIN, testApp } from '../testing/app.ts';
import { makeUser } from '../testing/factories.ts';
import { cookieOf, postTo } from '../testing/http.ts';
import { codeOf } from '../testing/refusal.ts';
import { startSecondApp } from '../testing/second-app.ts';
import { enroll } from '../testing/second-factor.ts';
import { makeSupplier, NO_SUPPLIER } from '../testing/suppliers.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { openSecretBox } from './secrets-key.ts';
import { assertKnownSecret } from './signing-secret.ts';

const newSecret = () => randomBytes(48).toString('base64url');
const [formerKey, newKey, newJwtSecret] = [newSecret(), newSecret(), newSecret()];

/** The former server, one in the middle of the rotation, and one after it. */
const app = await testApp({ env: { SECRETS_KEY: formerKey } });
const rotation = { jwtSecret: newJwtSecret, jwtSecretPrevious: app.secret };
const during = await startSecondApp(app, {
  config: { ...rotation, secretsKey: newKey, secretsKeyPrevious: formerKey },
});
const afterwards = await startSecondApp(app, { config: { jwtSecret: newJwtSecret, secretsKey: newKey } });
afterAll(() => Promise.all([during.close(), afterwards.close()]));

const log = { info: vi.fn<(...facts: unknown[]) => void>(), error: vi.fn<(...facts: unknown[]) => void>() };

const refreshAt = (url: string, cookie: string) =>
  postTo(url)('auth.refresh', undefined, { headers: { cookie, origin: PANEL_ORIGIN } });
const accessTokenOf = ({ data }: { data: unknown }) => (data as { tokens: { accessToken: string } }).tokens.accessToken;

test('a session continues through a rotation: its access token, its cookie, and a repeated refresh', async () => {
  const { user, accessToken, cookie } = await app.registerUser();
  expect((await during.client(accessToken).auth.me.query()).id).toBe(user.id);
  expect(await codeOf(afterwards.client(accessToken).auth.me.query())).toBe('unauthenticated');

  const before = await refreshAt(app.url, cookie);
  const repeated = await refreshAt(during.url, cookie);
  expect(repeated.status).toBe(200);
  expect(cookieOf(repeated.headers), 'the response to the first request may be lost').toBe(cookieOf(before.headers));

  const next = await refreshAt(during.url, cookieOf(repeated.headers));
  expect((await afterwards.client(accessTokenOf(next)).auth.me.query()).id).toBe(user.id);
  expect((await refreshAt(afterwards.url, cookieOf(next.headers))).status).toBe(200);
});

test('a stolen token ends its session in a rotation, too', async () => {
  const { cookie } = await app.registerUser();
  const next = await refreshAt(app.url, cookie);
  expect((await refreshAt(during.url, cookieOf(next.headers))).status).toBe(200);
  const { error } = await refreshAt(during.url, cookie);
  expect(error?.domainCode).toBe('session_ended');
});

test('a device stays known, and each refresh signs its cookie with the new secret', async () => {
  const { user, cookie } = await app.registerUser();
  const former = app.deps.devices.sign(undefined, user.id);
  expect(afterwards.deps.devices.read(former)).toBeUndefined();
  const answer = await refreshAt(during.url, `${cookie}; device=${former}`);
  const device = answer.headers.getSetCookie().find((each) => each.startsWith('device='));
  const value = device?.slice('device='.length).split(';', 1)[0];
  expect(afterwards.deps.devices.read(value)).toEqual(app.deps.devices.read(former));
});

test('stored secrets are encrypted again with the new key, and codes work before and after', async () => {
  const people = await Promise.all([app.registerUser(), app.registerUser()]);
  const factors = await Promise.all(people.map((person) => enroll(app, person)));
  const login = async (server: { url: string }, index: number) => {
    const { user, password } = people[index] ?? {};
    const code = await factors[index]?.code();
    return (await postTo(server.url)('auth.login', { userName: user?.userName, password, code })).error?.domainCode;
  };
  expect(await login(during, 0)).toBeUndefined();
  expect(await login(afterwards, 0)).toBe('wrong_code');

  const box = openSecretBox(during.deps.config, log);
  const again = await Promise.all([resealSecrets(app.db, box, log), resealSecrets(app.db, box, log)]);
  expect(
    again.reduce((sum, each) => sum + each),
    'by two servers at once',
  ).toBe(2);
  expect(await resealSecrets(app.db, box, log)).toBe(0);
  for (const index of [0, 1]) expect(await login(afterwards, index)).toBeUndefined();
});

test('so are the secrets of a webhook', async () => {
  const { actor } = await makeUser(app.db);
  const input = { url: 'https://example.com/', events: ['order.changed' as const] };
  const { webhook, secret } = await createWebhook(app.deps, { ...actor, isReauthenticated: true }, input);
  const owner = { ...actor, isReauthenticated: true };
  const rolled = await rollSecret(app.deps, owner, { id: webhook.id });
  expect(await resealSecrets(app.db, openSecretBox(during.deps.config, log), log)).toBe(2);
  const [row] = await app.db.select().from(webhooks).where(eq(webhooks.id, webhook.id));
  const opened = [row?.sealedSecret, row?.sealedPreviousSecret].map((sealed) =>
    afterwards.deps.secrets.open(sealed ?? '', secretOfWebhook(webhook.id)),
  );
  expect(opened).toEqual([rolled.secret, secret]);
});

test('so is the key of a supplier', async () => {
  const { id } = await makeSupplier(app.db, app.deps.secrets, NO_SUPPLIER);
  expect(await resealSecrets(app.db, openSecretBox(during.deps.config, log), log)).toBe(1);
  const [row] = await app.db.select().from(suppliers).where(eq(suppliers.id, id));
  expect(afterwards.deps.secrets.open(row?.sealedKey ?? '', keyOfSupplier(id))).toBe(NO_SUPPLIER.key);
});

test('a secret that changes while it is encrypted again keeps its change', async () => {
  const person = await app.registerUser();
  await enroll(app, person);
  const box = openSecretBox(during.deps.config, log);
  const owner = totpOf(person.user.id);
  const changed = box.seal('changed by its owner', owner);
  const opened = Promise.withResolvers<void>();
  const watched = {
    ...box,
    open(...read: Parameters<typeof box.open>) {
      opened.resolve();
      return box.open(...read);
    },
  };
  const resealing = await app.db.transaction(async (tx) => {
    await tx.select().from(secondFactors).where(eq(secondFactors.userId, owner.id)).for('update');
    const work = resealSecrets(app.db, watched, log);
    await opened.promise;
    await tx.update(secondFactors).set({ sealedSecret: changed }).where(eq(secondFactors.userId, owner.id));
    return { work };
  });
  expect(await resealing.work).toBe(0);
  const [row] = await app.db.select().from(secondFactors).where(eq(secondFactors.userId, owner.id));
  expect(row?.sealedSecret).toBe(changed);
});

test('a server with the previous secret replaces the fingerprint; afterwards the former secret alone is refused', async () => {
  await assertKnownSecret(app.db, app.secret);
  await expect(assertKnownSecret(app.db, newJwtSecret)).rejects.toThrow(/JWT_SECRET_PREVIOUS/);
  await expect(assertKnownSecret(app.db, newJwtSecret, newSecret())).rejects.toThrow(/secret:accept/);
  await assertKnownSecret(app.db, app.secret, newJwtSecret);
  await assertKnownSecret(app.db, newJwtSecret, app.secret);
  await assertKnownSecret(app.db, newJwtSecret);
  await expect(assertKnownSecret(app.db, app.secret)).rejects.toThrow(/JWT_SECRET_PREVIOUS/);
});

test.each([
  [{ JWT_SECRET_PREVIOUS: formerKey }, /JWT_SECRET_PREVIOUS requires JWT_SECRET/],
  [{ JWT_SECRET: newKey, JWT_SECRET_PREVIOUS: newKey }, /JWT_SECRET_PREVIOUS is the same as JWT_SECRET/],
  [{ JWT_SECRET: newKey, JWT_SECRET_PREVIOUS: 'short' }, /JWT_SECRET_PREVIOUS is too weak: .*-base64 48/],
  [{ SECRETS_KEY_PREVIOUS: formerKey }, /SECRETS_KEY_PREVIOUS requires SECRETS_KEY/],
  [{ SECRETS_KEY: newKey, SECRETS_KEY_PREVIOUS: 'short' }, /SECRETS_KEY_PREVIOUS is too weak: .*-base64 32/],
])('the configuration %o is refused', (env, reason) => {
  expect(() => readConfig(env)).toThrow(reason);
});
