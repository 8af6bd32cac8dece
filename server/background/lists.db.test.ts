import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { serviceSources, supplierRules, supplierServices } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { testDatabase } from '#db/testing/database.ts';
import { createOutbound } from '../base/outbound/outbound.ts';
import { pauseOutgoing } from '../base/queue/pause-outgoing.ts';
import { createSecretBox } from '../base/secrets/secret-box.ts';
import { createSupplierClient } from '../suppliers/protocols/client.ts';
import { makeService } from '../testing/factories.ts';
import { startTestQueue } from '../testing/queue.ts';
import { listedService, startSupplierServer } from '../testing/supplier-server.ts';
import { makeSource, makeSupplier } from '../testing/suppliers.ts';
import { listsKind } from './lists.ts';

const database = await testDatabase();
const { db } = database;
const log = { warn: vi.fn<(...facts: unknown[]) => void>(), error: () => {} };
const secrets = createSecretBox(randomBytes(32).toString('base64'), log);
const outbound = createOutbound({ policy: { allowLoopback: true } });
const due = { listDueAt: sql`now() - interval '1 second'` as never };

async function startSupplier(overrides: Parameters<typeof makeSupplier>[3] = due) {
  const server = await startSupplierServer();
  afterAll(() => server.close());
  const { id } = await makeSupplier(db, secrets, server, overrides);
  const row = async () => (await db.select().from(suppliers).where(eq(suppliers.id, id)))[0];
  return { server, id, row };
}

function start() {
  const tools = { db, suppliers: createSupplierClient({ db, secrets, outbound, log }), log };
  const kind = listsKind({ ...tools, events: { publish: () => {} }, config: { publicUrl: 'https://panel.test' } });
  return startTestQueue(database, [kind]);
}

test('due lists are read once by two servers, a slow supplier delays no other, and a failed one is due in an hour', async () => {
  const [good, slow, broken, never] = await Promise.all([
    startSupplier(),
    startSupplier(),
    startSupplier(),
    startSupplier({}),
  ]);
  good.server.services = ['1', '2', '3'].map((service) => listedService({ service }));
  slow.server.answerAll('services', { hang: true });
  broken.server.answerAll('services', { status: 200, body: '[]' });
  await db.update(users).set({ emailConfirmedAt: sql`now()`, email: sql`'admin' || id || '@example.com'` });
  const admins = await db.$count(users);
  const startedAt = new Date();
  const servers = [start(), start()];
  await vi.waitFor(async () => {
    expect((await good.row())?.listedAt).not.toBeNull();
    expect((await broken.row())?.listProblem).toBe('empty');
    expect(slow.server.callsOf('services')).toHaveLength(1);
  });
  expect(await db.$count(supplierServices, eq(supplierServices.supplierId, good.id))).toBe(3);
  for (const { server, row } of [good, slow, broken]) {
    expect(server.callsOf('services')).toHaveLength(1);
    const [{ isNext } = {}] = await db.execute(sql`
      select ${(await row())?.listDueAt?.toISOString()}::timestamptz - interval '1 hour'
        between ${startedAt.toISOString()}::timestamptz - interval '1 minute' and now() + interval '1 minute' as "isNext"`);
    expect(isNext).toBe(true);
  }
  expect(never.server.callsOf('services')).toHaveLength(0);
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ supplierId: broken.id, reason: 'empty' }),
    expect.any(String),
  );
  const mails = () => db.$count(mailOutbox, eq(mailOutbox.about, `supplier-list:${broken.id}`));
  expect(await mails()).toBe(admins);
  // The next list is as empty, and no admin gets another mail.
  await db.update(mailOutbox).set({ sentAt: sql`now() - interval '1 day'` });
  await db.update(suppliers).set({ listDueAt: sql`now()` }).where(eq(suppliers.id, broken.id));
  await vi.waitFor(() => expect(broken.server.callsOf('services')).toHaveLength(2));
  await slow.server.close();
  await Promise.all(servers.map((server) => server.stop()));
  expect(await mails()).toBe(admins);
  expect(good.server.callsOf('services')).toHaveLength(1);
});

test.each([
  ['a shop that buys at suppliers, and reads their lists at once', true],
  ['a new shop', false],
])('the admins of %s are told of the rules once: %s', async (_, isTold) => {
  await db.execute(sql`update supplier_rules set law_told_at = null`);
  await db.delete(serviceSources);
  await db.delete(mailOutbox);
  const { server, id: supplierId } = await startSupplier({ listDueAt: new Date(Date.now() + 3_000_000) });
  await db.update(users).set({ emailConfirmedAt: sql`now()`, email: sql`'admin' || id || '@example.com'` });
  if (isTold) {
    await makeSource(db, { id: (await makeService(db)).id, type: 'default' }, { id: supplierId });
  }
  const both = [start(), start()];
  await vi.waitFor(async () => {
    const [rules] = await db.select().from(supplierRules);
    expect(rules?.lawToldAt).not.toBeNull();
    expect(server.callsOf('services')).toHaveLength(isTold ? 1 : 0);
  });
  await Promise.all(both.map((each) => each.stop()));
  const admins = await db.$count(users, sql`role = 'admin' and email_confirmed_at is not null`);
  expect(await db.$count(mailOutbox, eq(mailOutbox.about, 'catalogue-law'))).toBe(isTold ? admins : 0);
});

test('no list is read while everything outgoing is paused', async () => {
  await pauseOutgoing(db, 'Restored from a backup');
  const { server, row } = await startSupplier();
  const looked = vi.spyOn(db, 'execute');
  const lists = start();
  await vi.waitFor(() => expect(looked.mock.calls.length).toBeGreaterThan(2));
  looked.mockRestore();
  // Otherwise the first look had made it due in an hour.
  expect((await row())?.listDueAt?.getTime()).toBeLessThan(Date.now());
  expect(server.callsOf('services')).toEqual([]);
  await db.execute(sql`update outgoing_hold set released_at = now()`);
  await vi.waitFor(async () => expect((await row())?.listedAt).not.toBeNull());
  await lists.stop();
});
