import { expect, test } from 'vitest';
import { webhooks } from '#db/schema/webhooks.ts';
import type { KeyScope } from '#shared/key-scopes.ts';
import { MAX_WEBHOOKS, type WebhookEvent, webhookEvents } from '#shared/webhooks.ts';
import { startTestApp, testApp } from '../../testing/app.ts';
import { makeKey } from '../../testing/keys.ts';
import { reauthenticateByForce, rewindLogin } from '../../testing/reauthenticate.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { claimDeliveries } from './claim-deliveries.ts';

const app = await testApp({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
const events: WebhookEvent[] = ['order.changed'];
const url = 'https://example.com/hook';

async function newCustomer() {
  return (await app.registerUser()).client.webhooks;
}

test('the secret of a new webhook is displayed once, and stored encrypted', async () => {
  const own = await newCustomer();
  const { webhook, secret } = await own.create.mutate({ url, events });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhook).toMatchObject({
    url,
    events,
    enabled: true,
    disabledAt: null,
    disabledReason: null,
    lastDeliveredAt: null,
  });
  expect(await own.list.query()).toEqual({ webhooks: [webhook] });
  const [row] = await app.db.select().from(webhooks);
  expect(JSON.stringify(row)).not.toContain(secret.slice(6, 40));
});

test('without SECRETS_KEY no webhook is stored', async () => {
  const bare = await startTestApp({ withoutSecretsKey: true });
  try {
    const { client } = await bare.registerUser();
    expect(await refusalOf(client.webhooks.create.mutate({ url, events }))).toMatchObject({
      code: 'secrets_key_missing',
    });
    expect(await bare.db.$count(webhooks)).toBe(0);
  } finally {
    await bare.close();
  }
});

test('a new webhook and another address need a re-authentication; the rest of a change does not', async () => {
  const { client, accessToken } = await app.registerUser();
  await rewindLogin(app, accessToken, 11);
  const own = client.webhooks;
  const needed = { code: 'reauthentication_required' };
  expect(await refusalOf(own.create.mutate({ url, events }))).toMatchObject(needed);
  await reauthenticateByForce(app, accessToken);
  const { webhook } = await own.create.mutate({ url, events });
  await app.db.execute('update sessions set reauthenticated_at = null');
  const { id } = webhook;
  expect(await refusalOf(own.update.mutate({ id, url: `${url}/other` }))).toMatchObject(needed);
  const changed = await own.update.mutate({ id, url, events: [...webhookEvents], enabled: false });
  expect(changed.webhook).toMatchObject({
    url,
    events: webhookEvents,
    enabled: false,
    disabledReason: 'owner',
    disabledAt: expect.any(String),
  });
  expect((await own.update.mutate({ id, enabled: true })).webhook).toMatchObject({
    enabled: true,
    disabledReason: null,
  });
});

test('of many calls at once, ten make a webhook', async () => {
  const own = await newCustomer();
  const calls = await Promise.allSettled(Array.from({ length: 20 }, () => own.create.mutate({ url, events })));
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_WEBHOOKS);
  expect((await own.list.query()).webhooks).toHaveLength(MAX_WEBHOOKS);
  const {
    webhooks: [first],
  } = await own.list.query();
  expect(await own.delete.mutate({ id: first?.id ?? 0 })).toEqual({});
  await own.create.mutate({ url, events });
  expect(await refusalOf(own.create.mutate({ url, events }))).toMatchObject({ code: 'too_many_webhooks' });
});

const hostile: [string, string][] = [
  ['', 'bad_input'],
  ['not a url', 'bad_input'],
  ['javascript:alert(1)', 'bad_input'],
  [`https://example.com/${'a'.repeat(60_000)}`, 'bad_input'],
  [`https://example.com/${'আ'.repeat(1_000)}`, 'bad_input'],
  ['https://user:password@example.com/', 'bad_input'],
  ['https://example.com/#part', 'bad_input'],
  ['https://example.com/#', 'bad_input'],
  ['https://example.com/\u0000', 'bad_input'],
  ['https://example.com\\@127.0.0.1/', 'bad_input'],
  ['http://example.com/', 'address_refused'],
  ['https://example.com:25/', 'address_refused'],
  ['https://localhost/', 'address_refused'],
  ['https://①⓪.0.0.1/', 'address_refused'],
  ['https://2130706434/', 'address_refused'],
  ['https://[::ffff:10.0.0.1]/', 'address_refused'],
  ['https://192.168.1.1/', 'address_refused'],
];

test.each(hostile.map(([address, code]) => [JSON.stringify(address.slice(0, 40)), address, code]))(
  'the address %s is refused beside its field',
  async (_beginning, address, code) => {
    const own = await newCustomer();
    const refusal = await refusalOf(own.create.mutate({ url: address, events }));
    expect(refusal).toMatchObject({ code, fieldErrors: { url: expect.arrayContaining([expect.any(String)]) } });
  },
);

test('a host of other letters is stored as it is called; loopback is for development', async () => {
  const own = await newCustomer();
  const { webhook } = await own.create.mutate({ url: 'https://বাংলা.com/hook', events });
  expect(webhook.url).toBe('https://xn--54b7fta0cc.com/hook');
  expect((await own.create.mutate({ url: 'http://127.0.0.1:4000/x', events })).webhook.url).toBe(
    'http://127.0.0.1:4000/x',
  );
});

test('events are some of the known ones, each once', async () => {
  const own = await newCustomer();
  for (const wrong of [[], ['order.changed', 'order.changed'], ['test'], ['__proto__'], ['x'.repeat(60_000)]])
    expect(await refusalOf(own.create.mutate({ url, events: wrong as WebhookEvent[] }))).toMatchObject({
      code: 'bad_input',
    });
});

test('deliveries are listed page by page, the newest first, and only those of the webhook', async () => {
  const own = await newCustomer();
  const { webhook } = await own.create.mutate({ url, events });
  const { webhook: other } = await own.create.mutate({ url, events });
  const made = [];
  for (let count = 0; count < 3; count++) made.unshift((await own.test.mutate({ id: webhook.id })).delivery);
  await own.test.mutate({ id: other.id });
  expect(made[0]).toMatchObject({
    event: 'test',
    status: 'waiting',
    attempts: 0,
    nextAttemptAt: expect.any(String),
    subjectId: webhook.id,
  });
  const first = await own.deliveries.query({ id: webhook.id, limit: 2 });
  expect(first.items).toEqual(made.slice(0, 2));
  const rest = await own.deliveries.query({ id: webhook.id, limit: 2, cursor: first.nextCursor });
  expect(rest).toEqual({ items: made.slice(2), nextCursor: null });
  const foreign = await refusalOf(own.replay.mutate({ id: other.id, deliveryId: made[0]?.id ?? 0 }));
  expect(foreign).toMatchObject({ code: 'not_found' });
});

test('a delivery whose attempt is open is read again at once, not a minute later', async () => {
  const own = await newCustomer();
  const { id } = (await own.create.mutate({ url, events })).webhook;
  const made = (await own.test.mutate({ id })).delivery;
  const { claimed } = await app.db.transaction((tx) => claimDeliveries(tx, { count: 60, slowCount: 60 }));
  expect(claimed.map((row) => row.id)).toContain(made.id);
  const [open] = (await own.deliveries.query({ id, limit: 1 })).items;
  expect(Date.parse(open?.nextAttemptAt ?? '')).toBeLessThanOrEqual(Date.now());
});

test('a webhook that is off replays tests only', async () => {
  const own = await newCustomer();
  const {
    webhook: { id },
  } = await own.create.mutate({ url, events });
  const [row] = await app.db.execute<{ id: number }>(
    `insert into webhook_deliveries (webhook_id, event, subject_id, status) values (${id}, 'order.changed', 1, 'failed') returning id`,
  );
  await own.update.mutate({ id, enabled: false });
  const { delivery } = await own.test.mutate({ id });
  expect((await own.replay.mutate({ id, deliveryId: delivery.id })).delivery.status).toBe('waiting');
  expect(await refusalOf(own.replay.mutate({ id, deliveryId: row?.id ?? 0 }))).toMatchObject({ code: 'webhook_off' });
});

test('a key with the scope webhooks creates, lists, changes and deletes them, and nothing else', async () => {
  const { user } = await app.registerUser();
  const owner = { actor: { id: user.id, role: 'user' as const } };
  const clientOf = async (scopes: KeyScope[]) => app.client((await makeKey(app, owner, { scopes })).accessToken);
  const [manager, reader] = [await clientOf(['webhooks']), await clientOf(['read', 'order', 'recharge'])];
  const { webhook, secret } = await manager.webhooks.create.mutate({ url, events });
  expect(secret).toMatch(/^whsec_/);
  const { id } = webhook;
  const moved = `${url}/moved`;
  expect((await manager.webhooks.update.mutate({ id, url: moved })).webhook.url).toBe(moved);
  for (const client of [manager, reader])
    expect((await client.webhooks.list.query()).webhooks).toMatchObject([{ id, url: moved }]);
  const missing = { code: 'key_scope_missing' };
  expect(await refusalOf(reader.webhooks.create.mutate({ url, events }))).toMatchObject(missing);
  expect(await refusalOf(reader.webhooks.update.mutate({ id, enabled: false }))).toMatchObject(missing);
  expect(await refusalOf(reader.webhooks.delete.mutate({ id }))).toMatchObject(missing);
  expect(await refusalOf(manager.balance.get.query())).toMatchObject({ ...missing, details: { scope: 'read' } });
  expect(await refusalOf(manager.webhooks.rollSecret.mutate({ id }))).toMatchObject({ code: 'key_not_allowed' });
  expect(await manager.webhooks.delete.mutate({ id })).toEqual({});
});
