import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import { dollars, makeOrder, makeUser, type TestUser } from '../../testing/factories.ts';
import { makeWebhook, testDeliverer, webhookScene, webhookSecretsKey } from '../../testing/webhooks.ts';
import { replayDelivery } from './replay-delivery.ts';

const PROGRAM = new URL('../../testing/delivering-process.ts', import.meta.url);
const { db, url } = await testDatabase();
const { deps, receiver, deliverer, complete, logOf } = await webhookScene(db);

/** A process that delivers, and its end. */
function startProcess() {
  const env = { ...process.env, DATABASE_URL: url, SECRETS_KEY: webhookSecretsKey };
  const child = fork(PROGRAM, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: once(child, 'exit') };
}

const twice = (row: object) => [row, row];

async function makeOrders(customer: TestUser, count: number): Promise<void> {
  for (let made = 0; made < count; made++) await complete((await makeOrder(db, customer)).id);
}

test('a delivery that ends its process is tried alone twice, and then dropped; others are delivered', async () => {
  const [victim, other] = [
    await makeUser(db, { balanceNanos: dollars(5) }),
    await makeUser(db, { balanceNanos: dollars(50) }),
  ];
  const poison = await makeWebhook(db, victim, receiver, { events: ['order.changed'] });
  const good = await makeWebhook(db, other, receiver, { events: ['order.changed'] });
  await makeOrders(victim, 1);
  await makeOrders(other, 6);
  let killing: ChildProcess | undefined;
  const openBeside: number[] = [];
  const open = new Set<ServerResponse>();
  receiver.behave = (response, { path }) => {
    if (poison.url.endsWith(path)) {
      openBeside.push(open.size);
      killing?.kill('SIGKILL');
      return;
    }
    open.add(response);
    response.once('close', () => open.delete(response));
    // Slow enough for others to begin meanwhile.
    setTimeout(() => response.writeHead(204).end(), 300);
  };
  for (let deaths = 1; deaths <= 3; deaths++) {
    const { child, ended } = startProcess();
    killing = child;
    await ended;
    expect(openBeside).toHaveLength(deaths);
    expect(await logOf(poison.id)).toMatchObject([{ status: 'waiting', attempts: deaths, openAttempts: 1 }]);
    await makeOrders(other, 2);
  }
  expect(openBeside.slice(1)).toEqual([0, 0]);
  const last = startProcess();
  await expect.poll(async () => (await logOf(poison.id))[0]?.status).toBe('failed');
  await expect
    .poll(async () => (await logOf(good.id)).map(({ status }) => status))
    .toEqual(Array(12).fill('delivered'));
  expect(openBeside).toHaveLength(3);
  const [dropped] = await logOf(poison.id);
  expect(dropped).toMatchObject({ status: 'failed', error: 'dropped', attempts: 3, needsRelay: false });

  // Its owner can have it tried again, alone.
  receiver.behave = (response) => response.writeHead(204).end();
  await replayDelivery(deps, victim.actor, { id: poison.id, deliveryId: dropped?.id ?? 0 });
  await expect.poll(() => logOf(poison.id)).toMatchObject([{ status: 'delivered', openAttempts: 0, attempts: 4 }]);
  last.child.kill('SIGTERM');
  expect(await last.ended).toEqual([0, null]);
});

test('an ordered stop hands its deliveries back, and counts nothing', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(50) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  await makeOrders(customer, 2);
  let arrived = Promise.withResolvers<void>();
  receiver.behave = () => {
    if (receiver.received.length % 2 === 0) arrived.resolve();
  };
  for (let stops = 0; stops < 3; stops++) {
    arrived = Promise.withResolvers();
    const { child, ended } = startProcess();
    await arrived.promise;
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await logOf(id)).toMatchObject(twice({ status: 'waiting', attempts: 0, openAttempts: 0 }));
  }
  receiver.behave = (response) => response.writeHead(204).end();
  await deliverer.settle();
  expect(await logOf(id)).toMatchObject(twice({ status: 'delivered', attempts: 1 }));
});

test('an outcome that the database did not take is stored later, and the attempt is not repeated', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  await makeOrders(customer, 1);
  const warn = vi.fn<() => void>();
  const refused = testDeliverer(db, { log: { warn } });
  await db.$client`create function refuse() returns trigger language plpgsql as $$
    begin if new.status = 'delivered' then raise 'not now' using errcode = '40001'; end if; return new; end $$`;
  await db.$client`create trigger refused before update on webhook_deliveries for each row execute function refuse()`;
  await refused.work();
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0);
  await db.$client`drop trigger refused on webhook_deliveries`;
  await refused.idle();
  expect(await logOf(id)).toMatchObject([{ status: 'delivered', attempts: 1, openAttempts: 0 }]);
  expect(receiver.received).toHaveLength(1);
});
