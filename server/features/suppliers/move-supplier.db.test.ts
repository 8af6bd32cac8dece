import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { forwards, supplierRequests } from '#db/schema/forwards.ts';
import { serviceSources, supplierServices } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { statusKinds } from '../../background/statuses.ts';
import { createOutbound } from '../../base/outbound/outbound.ts';
import { createSupplierClient } from '../../suppliers/protocols/client.ts';
import { adminOfSuppliers } from '../../testing/admin-of-suppliers.ts';
import { makeBought } from '../../testing/bought-orders.ts';
import { ended } from '../../testing/ended.ts';
import { makeRequest, makeService } from '../../testing/factories.ts';
import { until } from '../../testing/forwarder.ts';
import { workOn } from '../../testing/queue.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { startSupplierServer } from '../../testing/supplier-server.ts';
import { makeSource } from '../../testing/suppliers.ts';

const { app, server, admin, panel, add, customer, makeForward } = await adminOfSuppliers();
const { db } = app;
const ofAdmin = app.client(admin.accessToken).admin;
const otherServer = await startSupplierServer();
afterAll(() => otherServer.close());
const rowOf = async (id: number) => {
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, id));
  if (!row) throw new Error(`There is no supplier ${id}`);
  return row;
};

test('a balance and a rest end with the address of another host', async () => {
  const { id, name } = await add();
  await panel.test.mutate({ id });
  await db.update(suppliers).set({ pausedUntil: new Date(), unreachableSince: new Date() }).where(eq(suppliers.id, id));
  const saved = { id, name, currency: 'USD', rate: '1', key: 'its key' };
  expect((await panel.save.mutate({ ...saved, url: server.url })).supplier.balance).toBe('79');
  const moved = await panel.save.mutate({ ...saved, url: server.url.replace(/:\d+/, ':1') });
  expect(moved.supplier).toMatchObject({ balance: null, balanceAt: null });
  expect(await rowOf(id)).toMatchObject({ pausedUntil: null, unreachableSince: null });
});

test('the host stays while something is open there, also for a purchase whose claim came first; the path may change', async () => {
  const { id, name } = await add();
  const save = (url: string) => panel.save.mutate({ id, name, url, currency: 'USD', rate: '1', key: 'its key' });
  const elsewhere = server.url.replace(/:\d+/, ':1');
  const refusals = (open: number) => ({
    code: 'bad_input',
    fieldErrors: { url: [expect.stringMatching(new RegExp(`open at 127.0.0.1:\\d+: ${open}\\. .* of its own`))] },
  });
  const change = (forwardId: number, columns: ReturnType<typeof sql>) =>
    db.execute(sql`update forwards set ${columns} where id = ${forwardId}`);
  const [accepted, unknown, queued] = [
    await makeForward(id, 'accepted'),
    await makeForward(id, 'unknown'),
    await makeForward(id, 'queued'),
  ];
  const waiting = await makeForward(id, 'waiting_funds');
  // The previous panel may have bought it.
  await change(waiting, sql`link_in_use_since = now()`);
  expect(await refusalOf(save(elsewhere))).toMatchObject(refusals(3));
  await change(waiting, sql`link_in_use_since = null`);
  expect(await refusalOf(save(elsewhere))).toMatchObject(refusals(2));
  expect((await save(`${server.url}/other`)).supplier.url).toBe(`${server.url}/other`);
  await change(unknown, sql`state = 'withdrawn', ended_at = now()`);
  // The order ends by hand. Its status was asked for until now.
  await db.execute(sql`
    update orders set status = 'completed' where id = (select order_id from forwards where id = ${accepted})`);
  let saving: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from suppliers where id = ${id} for no key update`);
    await tx.execute(sql`
      update forwards set state = 'sending', holder = 1, due_at = null, supplier_id = ${id} where id = ${queued}`);
    saving = refusalOf(save(elsewhere));
    await until(
      async () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`),
      1,
    );
  });
  expect(await saving).toMatchObject(refusals(1));
  await change(queued, sql`state = 'queued', holder = null, due_at = now() + interval '1 hour'`);
  expect((await save(elsewhere)).supplier.url).toBe(elsewhere);
  // The panel at the other host would answer about another order.
  const answered = ended(await ofAdmin.forwards.refresh.mutate({ id: accepted }));
  expect(answered).toMatchObject({
    problem: expect.stringMatching(/not followed/),
    forward: { orderStatus: 'completed' },
  });
  expect((await panel.calls.query({ id })).items).toEqual([]);
});

test('a service is never bought by a number of the previous panel, whose list is forgotten, also one that is read during the move', async () => {
  const { id, name } = await add();
  const source = await makeSource(db, await makeService(db), { id });
  const move = () =>
    panel.save.mutate({ id, name, url: otherServer.url, currency: 'USD', rate: '1', key: otherServer.key });
  expect(await refusalOf(move())).toMatchObject({ fieldErrors: { url: [expect.stringMatching(/by their numbers/)] } });
  await db.delete(serviceSources).where(eq(serviceSources.serviceId, source.serviceId));
  const { promise: moved, resolve: answer } = Promise.withResolvers<void>();
  server.answerNext('services', { after: moved });
  const fetching = panel.fetch.mutate({ id });
  await until(async () => server.callsOf('services').length, 1);
  await move();
  answer();
  expect(await fetching).toMatchObject({ problem: { text: expect.stringMatching(/address has changed/) } });
  expect(await db.$count(supplierServices, eq(supplierServices.supplierId, id))).toBe(0);
  expect(await rowOf(id)).toMatchObject({ listedAt: null });
});

test('the same panel under another address: open orders, and evidence by request_id, go on there at once', async () => {
  const [{ id, name, updatedAt }, other] = [await add({ idempotent: true }), await add({ idempotent: true })];
  const bought = await makeBought(db, { customer, server: otherServer, supplier: await rowOf(id) });
  otherServer.setStatus(bought.externalOrderId, { status: 'In progress', remains: 400 });
  const isDue = sql<boolean>`due_at <= now()`;
  const hosts = () =>
    db.select({ host: forwards.host, isDue }).from(forwards).where(sql`state = 'unknown'`).orderBy(forwards.id);
  await db.update(forwards).set({ state: 'withdrawn', endedAt: new Date() }).where(sql`state = 'unknown'`);
  for (const supplierId of [id, other.id]) await makeForward(supplierId, 'unknown');
  const { host } = new URL(server.url);
  const dueAt = sql`now() + interval '10 minutes'`;
  await db.update(forwards).set({ host, dueAt }).where(sql`state = 'unknown'`);
  await panel.test.mutate({ id });
  const input = { id, name, url: otherServer.url, currency: 'USD', rate: '1', key: otherServer.key };
  expect(await refusalOf(panel.save.mutate(input))).toMatchObject({ fieldErrors: { url: [/./] } });
  expect(await refusalOf(panel.save.mutate({ ...input, key: undefined, samePanel: true }))).toMatchObject({
    fieldErrors: { key: [/./] },
  });
  const saved = { ...input, samePanel: true, expectedUpdatedAt: updatedAt } as const;
  const { supplier } = await panel.save.mutate(saved);
  expect(supplier).toMatchObject({ url: otherServer.url, balance: '79' });
  // A retry changes nothing.
  expect((await panel.save.mutate(saved)).supplier).toEqual(supplier);
  const { problem, forward } = ended(await ofAdmin.forwards.refresh.mutate({ id: bought.id }));
  expect([problem, forward.supplierStatus, forward.supplierRemains]).toEqual([null, 'In progress', 400]);
  expect(await hosts()).toEqual([
    { host: new URL(otherServer.url).host, isDue: true },
    { host, isDue: false },
  ]);
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
  expect(entries.map(({ after }) => after)).toContainEqual(expect.objectContaining({ isSamePanel: true }));
});

test('an order that the previous panel has is never named to the new one: its refill is left to a person', async () => {
  const { id, name } = await add();
  const made = { customer, server: otherServer, supplier: await rowOf(id) };
  const bought = await makeBought(db, made, { service: { refillDays: 30 } });
  await ofAdmin.orders.decide.mutate({ id: bought.order.id, decision: 'complete', confirmAtSupplier: true });
  await panel.save.mutate({ id, name, url: otherServer.url, currency: 'USD', rate: '1', key: otherServer.key });
  const after = await makeBought(db, { ...made, supplier: await rowOf(id) });
  await db.update(forwards).set({ statusDueAt: sql`now()` }).where(eq(forwards.supplierId, id));
  const { problem } = ended(await ofAdmin.forwards.refresh.mutate({ id: bought.id }));
  expect(problem).toMatch(/not followed/);
  const { id: requestId } = await makeRequest(db, customer, { id: bought.order.id, kind: 'refill' });
  const log = { warn: () => {}, error: () => {} };
  const outbound = createOutbound({ policy: app.deps.config.outbound });
  const client = createSupplierClient({ ...app.deps, outbound, log });
  workOn({ db, url: app.databaseUrl }, statusKinds({ ...app.deps, client, log }));
  const request = () => db.select().from(supplierRequests).where(eq(supplierRequests.orderRequestId, requestId));
  await until(request, [{ state: 'refused', dueAt: null, answer: expect.stringMatching(/became another panel/) }]);
  const asked = () => otherServer.callsOf('status').flatMap(({ parameters }) => parameters.orders ?? parameters.order);
  await until(async () => asked().at(-1), after.externalOrderId);
  expect(asked()).not.toContain(bought.externalOrderId);
  expect(otherServer.callsOf('refill')).toEqual([]);
  expect((await ofAdmin.requests.get.query({ id: requestId })).status).toBe('pending');
});
