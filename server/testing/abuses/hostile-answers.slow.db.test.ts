import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { supplierCalls } from '#db/schema/suppliers.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import { testDatabase } from '#db/testing/database.ts';
import { createOutbound } from '../../base/outbound/outbound.ts';
import { sendToTelegram, tokenOfTelegram } from '../../features/reports/telegram.ts';
import { testWebhook } from '../../features/webhooks/test-webhook.ts';
import { createSupplierClient, type SupplierClient } from '../../suppliers/protocols/client.ts';
import { certificate } from '../certificate.ts';
import { makeUser } from '../factories.ts';
import { supplierSecrets } from '../forwarder.ts';
import { hostileAnswers } from '../hostile-answers.ts';
import { startHostileServer } from '../hostile-server.ts';
import { makeSupplier } from '../suppliers.ts';
import { makeWebhook, testDeliverer } from '../webhooks.ts';
import { withoutEvents } from '../without-events.ts';

const { db } = await testDatabase();
const outbound = createOutbound({ policy: { allowLoopback: true }, ca: certificate });
const log = { info: () => {}, warn: () => {}, error: vi.fn<(...facts: unknown[]) => void>() };
/** Of calls that only the deadline ends. */
const DEADLINE_MS = 1_500;
const tools = { db, outbound, secrets: supplierSecrets, log };
const patient = createSupplierClient(tools);
const hasty = createSupplierClient({ ...tools, addTimeoutMs: DEADLINE_MS, timeoutMs: DEADLINE_MS });

const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
beforeAll(() => {
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, note);
});
afterAll(() => {
  for (const event of ['uncaughtException', 'unhandledRejection']) process.off(event, note);
});

type Supplier = Awaited<ReturnType<typeof makeSupplier>>;
const order = { externalId: '1', link: 'https://example.com/p', quantity: 100 };
/** Every call of a supplier but the purchase. */
const reading: Record<string, (client: SupplierClient, supplier: Supplier) => Promise<{ kind: string }>> = {
  balance: (client, supplier) => client.balance(supplier),
  services: (client, supplier) => client.services(supplier),
  status: (client, supplier) => client.status(supplier, ['1']),
  statuses: (client, supplier) => client.status(supplier, ['1', '2']),
  refill: (client, supplier) => client.refill(supplier, '1'),
  refill_status: (client, supplier) => client.refillStatus(supplier, ['1', '2']),
  cancel: (client, supplier) => client.cancel(supplier, ['1', '2']),
};

describe.each([
  ['http', false],
  ['https', true],
])('over %s', (_scheme, isSecure) => {
  test('every call of a supplier settles, is stored, and buys nothing that was not sold', async () => {
    const seen = await inParts(hostileAnswers, async (hostile) => {
      const server = await startHostileServer(hostile, { isSecure });
      const supplier = await makeSupplier(db, supplierSecrets, { url: server.url, key: 'a key', currency: 'USD' });
      const client = hostile.isEndless ? hasty : patient;
      const [added, ...others] = await Promise.all([
        client.add(supplier, order, { forwardId: 1 }),
        ...Object.values(reading).map((call) => call(client, supplier)),
      ]);
      await server.close();
      const calls = await db.$count(supplierCalls, eq(supplierCalls.supplierId, supplier.id));
      return { what: hostile.what, added, others, calls };
    });
    expect(uncaught).toEqual([]);
    expect(log.error).not.toHaveBeenCalled();
    for (const [nth, { what, added, others, calls }] of seen.entries()) {
      const { order: externalOrderId, when } = hostileAnswers[nth] ?? {};
      expect.soft(calls, what).toBeGreaterThanOrEqual(8);
      if (externalOrderId) expect.soft(added, what).toEqual({ kind: 'accepted', externalOrderId });
      // Only a connection that never carried the request is certain, and words that are known.
      else if (added.kind === 'refused')
        expect
          .soft([when, added.reason], what)
          .toEqual(what === '__proto__ as the error' ? ['asked', 'order'] : ['connected', 'not_connected']);
      else expect.soft(['unknown', 'throttled'], what).toContain(added.kind);
      for (const each of [added, ...others]) expect.soft(surprisesIn(each), what).toEqual([]);
    }
  });

  test('every delivery of a webhook ends, with the status of an answer that has one', async () => {
    const made = await inParts(hostileAnswers, async (hostile) => {
      const server = await startHostileServer(hostile, { isSecure });
      const customer = await makeUser(db);
      const { id } = await makeWebhook(db, customer, { url: server.url.slice(0, -1), secretOf: new Map() });
      const deps = withoutEvents(db);
      const { delivery } = await testWebhook(deps, customer.actor, { id });
      return { hostile, server, id: delivery.id };
    });
    for (const isEndless of [undefined, true] as const) {
      const those = made.filter(({ hostile }) => hostile.isEndless === isEndless).map(({ id }) => id);
      const others = sql`${webhookDeliveries.status} = 'waiting' and not (${inArray(webhookDeliveries.id, those)})`;
      await db.update(webhookDeliveries).set({ nextAttemptAt: sql`now() + interval '1 day'` }).where(others);
      await db.update(webhookDeliveries).set({ nextAttemptAt: sql`now()` }).where(inArray(webhookDeliveries.id, those));
      const deliverer = testDeliverer(db, { outbound, log, ...(isEndless && { timeoutMs: DEADLINE_MS }) });
      await deliverer.settle();
      await deliverer.stop();
    }
    await Promise.all(made.map(({ server }) => server.close()));
    expect(uncaught).toEqual([]);
    expect(log.error).not.toHaveBeenCalled();
    for (const { hostile, id } of made) {
      const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
      const { what, status } = hostile;
      expect.soft(['delivered', 'failed'], what).toContain(row?.status);
      if (status !== undefined) expect.soft(row?.httpStatus, what).toBe(status);
    }
  });

  test('every call of Telegram ends, and none of the answers is taken for a message that arrived', async () => {
    const token = '123456:AA-the_token';
    const sealedToken = supplierSecrets.seal(token, tokenOfTelegram(1));
    const seen = await inParts(hostileAnswers, async (hostile) => {
      const server = await startHostileServer(hostile, { isSecure });
      const config = { telegramApiUrl: server.url.slice(0, -1) };
      const message = { chatId: '42', sealedToken, text: '1 supplier is stopped' };
      const failure = await sendToTelegram({ outbound, secrets: supplierSecrets, config }, message);
      await server.close();
      return { what: hostile.what, failure };
    });
    expect(uncaught).toEqual([]);
    for (const { what, failure } of seen) {
      expect.soft(failure, what).toMatchObject({ problem: expect.stringMatching(/^(?!.*the_token).+$/s) as string });
      expect.soft(failure?.retryAfterSeconds ?? 1, what).toBeLessThanOrEqual(3_600);
    }
  });
});

/** Works on many at once, but not on all: a machine has so many connections. */
async function inParts<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const worker = async () => {
    for (const [nth, item] of rest) results[nth] = await work(item);
  };
  await Promise.all(Array.from({ length: 12 }, worker));
  return results;
}

/** Values that a database or a screen would stumble over. */
function surprisesIn(value: unknown): unknown[] {
  if (value instanceof Map) return [...value].flatMap(surprisesIn);
  if (Array.isArray(value)) return value.flatMap(surprisesIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(surprisesIn);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [] : [value];
  // Control characters and half characters.
  if (typeof value === 'string') return /[\p{Cc}\p{Cs}]/u.test(value) || value.length > 5_000 ? [value] : [];
  return [];
}
