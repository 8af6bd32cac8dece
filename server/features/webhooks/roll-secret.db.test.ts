import { eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { webhooks } from '#db/schema/webhooks.ts';
import { testApp } from '../../testing/app.ts';
import { makeUser, type TestUser } from '../../testing/factories.ts';
import { makeKey } from '../../testing/keys.ts';
import { rewindLogin } from '../../testing/reauthenticate.ts';
import { codeOf } from '../../testing/refusal.ts';
import { deliveryTools, makeWebhook, webhookScene } from '../../testing/webhooks.ts';
import { rollSecret } from './roll-secret.ts';
import { testWebhook } from './test-webhook.ts';

const app = await testApp({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
const { db } = app;
const { deps, receiver, deliverer } = await webhookScene(db);
const path = '/rolled';

const roll = async ({ actor }: TestUser, id: number) =>
  (await rollSecret({ ...deps, secrets: deliveryTools(db).secrets }, { ...actor, isReauthenticated: true }, { id }))
    .secret;

/** Whether a receiver that knows one secret takes a new message. */
async function takes(customer: TestUser, id: number, secret: string): Promise<boolean> {
  receiver.secretOf.set(path, secret);
  const before = receiver.received.length;
  await testWebhook(deps, customer.actor, { id });
  await deliverer.settle();
  return receiver.received.length > before;
}

test('for 24 hours a receiver takes what is delivered by the old secret and by the new one', async () => {
  const customer = await makeUser(db);
  const { id } = await makeWebhook(db, customer, receiver, { path, events: ['balance.changed'] });
  const old = receiver.secretOf.get(path) ?? '';
  const next = await roll(customer, id);
  expect(next).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  for (const secret of [old, next]) expect(await takes(customer, id, secret)).toBe(true);
  const last = await roll(customer, id);
  expect(await takes(customer, id, old)).toBe(false);
  for (const secret of [next, last]) expect(await takes(customer, id, secret)).toBe(true);
  await db.update(webhooks).set({ rolledAt: sql`now() - interval '24 hours'` }).where(eq(webhooks.id, id));
  expect(await takes(customer, id, next)).toBe(false);
  expect(await takes(customer, id, last)).toBe(true);
});

test('the old signature is the first, for a receiver that reads one only', async () => {
  const customer = await makeUser(db);
  const { id } = await makeWebhook(db, customer, receiver, { path, events: ['balance.changed'] });
  const old = receiver.secretOf.get(path) ?? '';
  await roll(customer, id);
  let isValid = false;
  receiver.behave = (response, message) => {
    const { headers } = response.req;
    const body = JSON.stringify({ type: message.type, timestamp: message.timestamp, data: message.data });
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    isValid = String(headers['webhook-signature']).startsWith(`${new Webhook(old).sign(message.id, at, body)} v1,`);
    response.writeHead(204).end();
  };
  await testWebhook(deps, customer.actor, { id });
  await deliverer.settle();
  expect(isValid).toBe(true);
});

test('the list says when the old secret ends; rolling needs a re-authentication, is the owner’s, and closed to keys', async () => {
  const { client, accessToken, user } = await app.registerUser();
  const { client: other } = await app.registerUser();
  const { webhook } = await client.webhooks.create.mutate({ url: 'https://example.com/', events: ['order.changed'] });
  const { id } = webhook;
  expect(webhook.previousSecretEndsAt).toBeNull();
  const { secret, previousSecretEndsAt } = await client.webhooks.rollSecret.mutate({ id });
  expect(secret).toMatch(/^whsec_/);
  expect(Math.abs(Date.parse(previousSecretEndsAt) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  expect((await client.webhooks.list.query()).webhooks).toMatchObject([{ id, previousSecretEndsAt }]);
  const key = await makeKey(app, { actor: { id: user.id, role: 'user' } }, { scopes: ['read', 'order'] });
  expect(await codeOf(app.client(key.accessToken).webhooks.rollSecret.mutate({ id }))).toBe('key_not_allowed');
  expect(await codeOf(other.webhooks.rollSecret.mutate({ id }))).toBe('not_found');
  await rewindLogin(app, accessToken, 11);
  expect(await codeOf(client.webhooks.rollSecret.mutate({ id }))).toBe('reauthentication_required');
});
