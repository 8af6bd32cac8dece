import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, vi } from 'vitest';
import { forwards } from '#db/schema/forwards.ts';
import type { TestDatabase } from '#db/testing/database.ts';
import { type ForwarderOptions, startForwarder } from '../background/purchases/start-forwarder.ts';
import { type EventBus, startEventBus } from '../base/events/event-bus.ts';
import { createOutbound } from '../base/outbound/outbound.ts';
import type { QueueOptions } from '../base/queue/queue.ts';
import { createSecretBox } from '../base/secrets/secret-box.ts';
import { createSupplierClient, type SupplierClient } from '../suppliers/protocols/client.ts';
import { dollars, makeOrder, makeService, makeUser } from './factories.ts';
import { startTestQueue } from './queue.ts';
import { startSupplierServer } from './supplier-server.ts';
import { makeSource, makeSupplier } from './suppliers.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
export const supplierSecrets = createSecretBox(randomBytes(32).toString('base64'), silent);

/** Long enough for a call to arrive on a slow machine. */
const HASTY_MS = 2_000;

/**
 * A client that calls servers on this machine.
 * @param silentSuppliers ids of those that don't answer some purchases: the deadline there is 2 seconds
 */
export function testSupplierClient(
  { db }: Pick<TestDatabase, 'db'>,
  { silentSuppliers = new Set() }: { silentSuppliers?: ReadonlySet<number> } = {},
): SupplierClient {
  const outbound = createOutbound({ policy: { allowLoopback: true } });
  const tools = { db, outbound, secrets: supplierSecrets, log: silent };
  const [patient, hasty] = [createSupplierClient(tools), createSupplierClient({ ...tools, addTimeoutMs: HASTY_MS })];
  return {
    ...patient,
    add: (supplier, ...rest) => (silentSuppliers.has(supplier.id) ? hasty : patient).add(supplier, ...rest),
  };
}

/** An engine on the database of a test, as one of its servers. It is stopped after the file. */
export function startTestForwarder(
  database: Pick<TestDatabase, 'db' | 'url'>,
  {
    session,
    directUrl,
    events: given,
    ...options
  }: Partial<ForwarderOptions> & Partial<Pick<QueueOptions, 'session' | 'directUrl'>> = {},
) {
  const { db, url } = database;
  const events: EventBus = startEventBus({ db, url, log: silent });
  const queue = startTestQueue({ db: options.db ?? db, url }, [], {
    events: given ?? events,
    ...(session && { session }),
    ...(directUrl && { directUrl }),
  });
  const forwarder = startForwarder({
    ...{ db, queue, client: testSupplierClient(database), events: given ?? events, log: silent, lookEveryMs: 100 },
    ...options,
  });
  const stop = async () => {
    await queue.stop();
    await events.stop();
  };
  afterAll(stop);
  return { ...forwarder, stop, events };
}

type SupplierOverrides = Parameters<typeof makeSupplier>[3];

/** A supplier's server, its row, a service that it sells at 0.90, and a customer with money. */
export async function makeForwardedService(
  { db }: Pick<TestDatabase, 'db'>,
  { supplier: overrides = {}, takesRequestId = false }: { supplier?: SupplierOverrides; takesRequestId?: boolean } = {},
) {
  const server = await startSupplierServer({ takesRequestId });
  afterAll(() => server.close());
  const supplier = await makeSupplier(db, supplierSecrets, server, { idempotent: takesRequestId, ...overrides });
  const service = await makeService(db);
  await makeSource(db, service, supplier);
  const customer = await makeUser(db, { balanceNanos: dollars(900) });
  let count = 0;
  const order = (link = `https://example.com/${service.id}/${++count}`) =>
    makeOrder(db, customer, { serviceId: service.id, link });
  return { server, supplier, service, customer, order };
}

/** A second supplier of such a service, which sells it under the terms of `source`. */
export async function addSupplier(
  { db }: Pick<TestDatabase, 'db'>,
  { service }: Pick<Awaited<ReturnType<typeof makeForwardedService>>, 'service'>,
  source: Parameters<typeof makeSource>[3] = {},
) {
  const server = await startSupplierServer();
  afterAll(() => server.close());
  const supplier = await makeSupplier(db, supplierSecrets, server);
  await makeSource(db, service, supplier, source);
  return { server, supplier };
}

/** The newest purchase of an order. */
export async function forwardOf({ db }: Pick<TestDatabase, 'db'>, orderId: number) {
  const [row] = await db
    .select()
    .from(forwards)
    .where(eq(forwards.orderId, orderId))
    .orderBy(sql`${forwards.id} desc`)
    .limit(1);
  if (!row) throw new Error(`Order ${orderId} has no forward`);
  return row;
}

/** Waits until the newest purchase of an order is so. */
export async function untilForward(
  database: Pick<TestDatabase, 'db'>,
  orderId: number,
  expected: Partial<typeof forwards.$inferSelect>,
) {
  return until(() => forwardOf(database, orderId), expected);
}

/** Waits until what is read matches. Unlike `expect.poll` it also works in concurrent tests. */
export function until<Value>(read: () => Promise<Value>, expected: unknown, timeout = 30_000): Promise<Value> {
  return vi.waitFor(
    async () => {
      const value = await read();
      expect([value]).toMatchObject([expected]);
      return value;
    },
    { timeout, interval: 30 },
  );
}
