import type { Sql } from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { createOlderDatabase } from '#db/testing/older-database.ts';
import { createSecretBox } from '../../base/secrets/secret-box.ts';
import { silentLog } from '../../testing/queue.ts';
import { letPass, startReceiver, testDeliverer, webhookSecretsKey } from '../../testing/webhooks.ts';
import { secretOfWebhook } from './secret-of-webhook.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A customer with a webhook, and deliveries in each state that the release before leaves. */
async function fill(sql: Sql): Promise<void> {
  await sql`insert into users (user_name, name, email, phone, role, password_hash) values ('rahim', 'R', 'r@example.com', '01700000000', 'user', '-')`;
  await sql`insert into webhooks (user_id, url, events, sealed_secret) select id, 'https://example.com/', array['order.changed'], '' from users`;
  await sql`create schema pgboss`;
  await sql`create table pgboss.job (id uuid, name text default 'webhooks', state text)`;
  await sql`insert into pgboss.job (id, state) select uuidv7(), state from unnest(array['created', 'retry', 'active']) as state`;
  const job = (state: string) => sql`(select id from pgboss.job where state = ${state})`;
  const states = [
    { what: 'new', columns: sql`0, 0, null::uuid, 0, true, null::timestamptz` },
    { what: 'with a job', columns: sql`0, 0, ${job('created')}, 1, false, null` },
    { what: 'retrying', columns: sql`2, 0, ${job('retry')}, 1, false, now() - interval '1 hour'` },
    { what: 'open at the older server', columns: sql`1, 1, ${job('active')}, 1, false, now()` },
    { what: 'replayed after three deaths', columns: sql`3, 1, null, 1, true, now() - interval '1 hour'` },
  ];
  for (const [nth, { what, columns }] of states.entries())
    await sql`
      insert into webhook_deliveries (webhook_id, event, subject_id, facts, attempts, open_attempts, job_id, jobs, needs_relay, first_attempt_at)
      select w.id, 'order.changed', ${nth}, jsonb_build_object('what', ${what}::text), ${columns} from webhooks w`;
}

const older = await createOlderDatabase('delivery-order', fill);
const { db } = older;
const sql = db.$client;
const receiver = await startReceiver();
afterAll(async () => {
  await receiver.close();
  await older.drop();
});
const deliverer = testDeliverer(db);
receiver.secretOf.set('/', SECRET);
const sealed = createSecretBox(webhookSecretsKey, silentLog).seal(SECRET, secretOfWebhook(1));
await sql`update webhooks set sealed_secret = ${sealed}, url = ${`${receiver.url}/`}`;

/** How the release before claims the delivery of a job. */
const claimAsOlder = (id: number) => sql<{ id: number }[]>`
  update webhook_deliveries set attempts = attempts + 1, open_attempts = open_attempts + 1
  where id = ${id} and status = 'waiting' and open_attempts < 1 returning id`;
const addDelivery = async () => {
  const [row] = await sql<{ id: number }[]>`
    insert into webhook_deliveries (webhook_id, event, subject_id) values (1, 'order.changed', 99) returning id`;
  receiver.received.length = 0;
  return row?.id ?? 0;
};
const stateOf = (id: number) =>
  sql`select status, attempts, open_attempts as open, needs_relay as relay from webhook_deliveries where id = ${id}`;

test('every delivery that the release before leaves is made; those that it may be attempting, a minute later', async () => {
  const whats = () => receiver.received.map(({ data }) => data.what).toSorted();
  await deliverer.settle();
  expect(whats()).toEqual(['new', 'retrying', 'with a job']);
  await letPass(db, 61);
  await deliverer.settle();
  expect(whats()).toEqual(['new', 'open at the older server', 'replayed after three deaths', 'retrying', 'with a job']);
  expect(await sql`select distinct status, job_id, needs_relay, open_attempts from webhook_deliveries`).toEqual([
    { status: 'delivered', job_id: null, needs_relay: false, open_attempts: 0 },
  ]);
  // The queue of two releases ago is gone.
  expect(await sql`select from pg_namespace where nspname = 'pgboss'`).toHaveLength(0);
});

test('a server of the release before does not take what is attempted', async () => {
  const id = await addDelivery();
  let end = () => {};
  receiver.behave = (response) => void (end = () => response.writeHead(204).end());
  await deliverer.work();
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(await claimAsOlder(id)).toEqual([]);
  end();
  await deliverer.idle();
  expect(await stateOf(id)).toEqual([{ status: 'delivered', attempts: 1, open: 0, relay: false }]);
});

test.each([
  ['delivered', sql`status = 'delivered', delivered_at = now(), open_attempts = 0`, 0, 1],
  ['is to be retried', sql`next_attempt_at = now() - interval '1 second', open_attempts = 0`, 1, 2],
  ['never ended, because it was killed', sql`attempts = attempts`, 1, 2],
])('what a server of the release before %s', async (_what, outcome, sent, attempts) => {
  receiver.behave = (response) => response.writeHead(204).end();
  const id = await addDelivery();
  expect(await claimAsOlder(id)).toEqual([{ id }]);
  await deliverer.settle();
  expect(receiver.received).toEqual([]);
  await sql`update webhook_deliveries set ${outcome} where id = ${id}`;
  await letPass(db, 61);
  await deliverer.settle();
  expect(receiver.received).toHaveLength(sent);
  expect(await stateOf(id)).toMatchObject([{ status: 'delivered', attempts, open: 0 }]);
});
