import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { openSql } from '#db/connection.ts';
import type { Change } from '#shared/live.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { LISTENER_NAME, startEventBus } from '../../base/events/event-bus.ts';
import { placeOrder } from '../../features/orders/place-order.ts';
import { NEVER_MS, testApp } from '../../testing/app.ts';
import { makeBought } from '../../testing/bought-orders.ts';
import { DOLLAR, dollars, makePaymentMethod, makeService, UNLIMITED } from '../../testing/factories.ts';
import { signedToken } from '../../testing/forged-tokens.ts';
import { type Following, follow } from '../../testing/live.ts';
import { makeCustomer, makeSignedInAdmin, type Person, signIn } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';
import { startSecondApp } from '../../testing/second-app.ts';
import { makeSupplier, NO_SUPPLIER, STOPPED } from '../../testing/suppliers.ts';
import { withoutEvents } from '../../testing/without-events.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Two processes on one database: one makes changes, the other sends them. */
const here = await testApp();
// At its first poll a process reports a change of everything.
const there = await startSecondApp(here, { pollEveryMs: NEVER_MS });
const admin = await makeSignedInAdmin(here);
const probes: unknown[] = [];
there.deps.events.subscribe('settings', (subject) => probes.push(subject));
await vi.waitFor(() => {
  here.deps.events.publish('settings', 'probe');
  expect(probes).toContain('probe');
}, 20_000);
afterAll(async () => {
  await there?.close();
});

const following: Following[] = [];
afterEach(() => {
  for (const { leave } of following.splice(0)) leave();
});

async function followThere({ accessToken }: { accessToken: string }, url = there.url): Promise<Following> {
  const screen = await follow(url, accessToken);
  following.push(screen);
  return screen;
}

const as = ({ accessToken }: Person) => here.client(accessToken);
const kindsOf = ({ heard }: Following) => [...new Set(heard.map(({ kind }) => kind))].toSorted();

/** A change of the user's own; all earlier events have arrived before it. */
async function fence(customer: Person, screen: Following): Promise<void> {
  await as(admin).admin.users.giveBalance.mutate({ id: customer.id, amountNanos: DOLLAR });
  await screen.hears({ kind: 'balance' });
}

describe('changes arrive in another process', () => {
  test('an order at its customer and admins, and no other customer', async () => {
    const [customer, other] = [await makeCustomer(here, dollars(5)), await makeCustomer(here)];
    const screens = [await followThere(customer), await followThere(other), await followThere(admin)] as const;
    const [own, others, desk] = screens;
    const { id: serviceId } = await makeService(here.db);
    const { order } = await as(customer).orders.place.mutate({ serviceId, link: 'someone', quantity: 1000 });
    await Promise.all([own, desk].map((screen) => screen.hears({ kind: 'order', id: order.id })));
    await own.hears({ kind: 'balance' });
    for (const { forget } of screens) forget();

    await as(admin).admin.orders.decide.mutate({ id: order.id, decision: 'reject' });
    await Promise.all([own, desk].map((screen) => screen.hears({ kind: 'order', id: order.id })));
    await own.hears({ kind: 'balance' });
    expect(kindsOf(own)).toEqual(['balance', 'order']);

    await fence(other, others);
    expect(others.heard).toEqual([{ kind: 'balance' }]);
    expect(kindsOf(desk)).toEqual(['balance', 'order']);
  });

  test("a customer's money movement at admins, with the customer's id, and no other customer", async () => {
    const [customer, other] = [await makeCustomer(here), await makeCustomer(here)];
    const [own, others, desk] = [await followThere(customer), await followThere(other), await followThere(admin)];
    await as(admin).admin.users.giveBalance.mutate({ id: customer.id, amountNanos: DOLLAR, reason: 'A gift' });
    await Promise.all([own.hears({ kind: 'balance' }), desk.hears({ kind: 'balance', id: customer.id })]);
    await fence(other, others);
    expect(others.heard).toEqual([{ kind: 'balance' }]);
  });

  test('many orders placed in one call', async () => {
    const customer = await makeCustomer(here, dollars(5));
    const [own, desk] = [await followThere(customer), await followThere(admin)];
    const { id: serviceId } = await makeService(here.db);
    const line = { serviceId, link: 'someone', quantity: 10 };
    const lines = [line, { ...line, quantity: 1 }, { ...line, link: 'somebody' }];
    const { results } = await as(customer).orders.placeMany.mutate({ lines, requestId: randomUUID() });
    const ids = results.flatMap((result) => ('order' in result ? [result.order.id] : []));
    expect(ids).toHaveLength(2);
    for (const id of ids) await Promise.all([own, desk].map((screen) => screen.hears({ kind: 'order', id })));
    await own.hears({ kind: 'balance' });
  });

  test('a recharge when it is requested and decided; rejecting changes no balance', async () => {
    const customer = await makeCustomer(here);
    const [own, desk] = [await followThere(customer), await followThere(admin)];
    const { name: method } = await makePaymentMethod(here.db);
    const request = (reference: string) =>
      as(customer).balance.requestRecharge.mutate({ method, amountNanos: DOLLAR, reference });
    const [first, second] = [await request('LIVE1'), await request('LIVE2')];
    for (const { id } of [first, second]) {
      await Promise.all([own, desk].map((screen) => screen.hears({ kind: 'recharge', id })));
    }
    own.forget();
    await as(admin).admin.recharges.decide.mutate({ id: first.id, decision: 'reject' });
    await own.hears({ kind: 'recharge', id: first.id });
    expect(kindsOf(own)).toEqual(['recharge']);
    await as(admin).admin.recharges.decide.mutate({ id: second.id, decision: 'approve' });
    await own.hears({ kind: 'balance' });
    await own.hears({ kind: 'recharge', id: second.id });
    for (const { forget } of [own, desk]) forget();
    await as(admin).admin.recharges.reverse.mutate({ id: second.id, reason: 'It never arrived' });
    await Promise.all([own, desk].map((screen) => screen.hears({ kind: 'recharge', id: second.id })));
    await Promise.all([own.hears({ kind: 'balance' }), desk.hears({ kind: 'balance', id: customer.id })]);
  });

  test('what an admin changes about suppliers and purchases, at admins', async () => {
    const customer = await makeCustomer(here, dollars(5));
    const supplier = await makeSupplier(here.db, here.deps.secrets, NO_SUPPLIER, STOPPED);
    const flagged = { flag: 'unknown_status', flaggedAt: new Date(), supplierStatus: 'Stuck' } as const;
    const { id } = await makeBought(here.db, { customer, supplier }, { forward: flagged });
    const [own, desk] = [await followThere(customer), await followThere(admin)];
    const { suppliers, forwards } = as(admin).admin;
    const { words } = await suppliers.statusWords.query();
    for (const [write, ...heard] of [
      [() => suppliers.resume.mutate({ id: supplier.id }), { kind: 'supplier', id: supplier.id }, { kind: 'forward' }],
      [() => suppliers.stop.mutate({ id: supplier.id }), { kind: 'supplier', id: supplier.id }],
      [() => suppliers.payIn.mutate({ id: supplier.id, amount: '1' }), { kind: 'supplier', id: supplier.id }],
      [() => suppliers.setStatusWords.mutate({ words }), { kind: 'forward' }],
      [() => forwards.correctCost.mutate({ id, cost: '0.5', reason: 'x' }), { kind: 'forward', id }],
      [() => forwards.resolve.mutate({ id, reason: 'Seen' }), { kind: 'forward', id }],
    ] satisfies [() => Promise<unknown>, ...Change[]][]) {
      desk.forget();
      await write();
      for (const change of heard) await desk.hears(change);
    }
    await fence(customer, own);
    expect(kindsOf(own)).toEqual(['balance']);
  });

  test('every change of a ticket, at its customer and admins and no other customer', async () => {
    const [customer, other] = [await makeCustomer(here), await makeCustomer(here)];
    const screens = [await followThere(customer), await followThere(other), await followThere(admin)] as const;
    const [own, others, desk] = screens;
    const { id } = await as(customer).tickets.open.mutate({ subject: 'Where is it?', message: 'Since Friday.' });
    const told = () => Promise.all([own, desk].map((screen) => screen.hears({ kind: 'ticket', id })));
    await told();
    for (const write of [
      () => as(customer).tickets.reply.mutate({ id, message: 'Hello?' }),
      () => as(admin).admin.tickets.reply.mutate({ id, message: 'It is on its way.' }),
      () => as(customer).tickets.close.mutate({ id }),
      () => as(customer).tickets.reopen.mutate({ id }),
      () => as(admin).admin.tickets.close.mutate({ id }),
    ]) {
      for (const { forget } of screens) forget();
      await write();
      await told();
    }
    expect([kindsOf(own), kindsOf(desk)]).toEqual([['ticket'], ['ticket']]);
    await fence(other, others);
    expect(others.heard).toEqual([{ kind: 'balance' }]);
  });

  test('a created, changed or deleted notice at everybody, without data', async () => {
    const screens = [await followThere(await makeCustomer(here)), await followThere(admin)];
    const { notices } = as(admin).admin;
    const words = { title: 'Eid', body: 'We rest.', kind: 'banner', level: 'info', dismissible: true } as const;
    let id = 0;
    for (const write of [
      async () => ({ id } = await notices.create.mutate(words)),
      () => notices.update.mutate({ id, ...words, title: 'Back again' }),
      () => notices.delete.mutate({ id }),
    ]) {
      for (const { forget } of screens) forget();
      await write();
      await Promise.all(screens.map(({ hears }) => hears({ kind: 'notice' })));
      for (const screen of screens) expect(screen.heard).toEqual([{ kind: 'notice' }]);
    }
  });

  test('"anything" after its database connection was lost', async () => {
    const screen = await followThere(await makeCustomer(here));
    await here.db.$client`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${LISTENER_NAME} and datname = current_database()`;
    for (const kind of ['balance', 'order', 'recharge', 'ticket', 'notice'] as const) await screen.hears({ kind });
  });
});

test('many orders arrive in few events, without duplicates', async () => {
  const customer = await makeCustomer(here, dollars(100));
  const { id: serviceId } = await makeService(here.db);
  const sql = openSql(here.databaseUrl, { max: 1 });
  const notified: string[] = [];
  await sql.listen('panel_events', (text) => notified.push(text));
  const startedMs = performance.now();
  const placed = await Promise.all(
    Array.from({ length: 60 }, () => as(customer).orders.place.mutate({ serviceId, link: 'someone', quantity: 10 })),
  );
  const ids = placed.map(({ order }) => order.id).toSorted((a, b) => a - b);
  const told = () =>
    notified
      .flatMap((text) => (JSON.parse(text) as { events: [string, string?][] }).events)
      .filter(([topic]) => topic === 'orders')
      .map(([, subject]) => Number(subject?.split(':')[1]))
      .toSorted((a, b) => a - b);
  await expect.poll(told, { timeout: 15_000 }).toEqual(ids);
  // One at most each 50 ms, and one at once.
  expect(notified.length).toBeLessThanOrEqual((performance.now() - startedMs) / 50 + 1);
  await sql.end({ timeout: 0 });
});

test('a notification costs an order no statement, only one now and then', async () => {
  const { id: serviceId } = await makeService(here.db);
  const db = connect(here.databaseUrl, { max: 1 });
  const events = startEventBus({ db, url: here.databaseUrl, log: silent, pollEveryMs: NEVER_MS });
  const statements: string[] = [];
  db.$client.options.debug = (_connection, statement) => void statements.push(statement);
  const statementsOf = async (deps: WriteDeps) => {
    const customer = await makeCustomer(here, dollars(5));
    await placeOrder(deps, customer.actor, { serviceId, link: 'someone', quantity: 10 }, UNLIMITED);
    statements.length = 0;
    for (let times = 0; times < 30; times++) {
      await placeOrder(deps, customer.actor, { serviceId, link: 'someone', quantity: 10 }, UNLIMITED);
    }
    return Map.groupBy(statements, (each) => (each.includes('pg_notify') ? 'notifying' : 'ordering'));
  };
  const unheardOf = await statementsOf(withoutEvents(db));
  const startedMs = performance.now();
  const told = await statementsOf({ db, events });
  expect(told.get('ordering')?.length).toBe(unheardOf.get('ordering')?.length);
  expect(unheardOf.get('notifying')).toBeUndefined();
  expect(told.get('notifying')?.length).toBeLessThanOrEqual((performance.now() - startedMs) / 50 + 1);
  await events.stop();
  await closeDb(db);
});

describe('a stream ends with its session', () => {
  test('at once if its user is blocked', async () => {
    const customer = await makeCustomer(here);
    const screen = await followThere(customer);
    await as(admin).admin.users.setBlocked.mutate({ id: customer.id, blocked: true });
    expect(await codeOf(screen.ended.then(thrown))).toBe('blocked');
    expect(await codeOf(follow(there.url, customer.accessToken))).toBe('blocked');
  });

  test('at once by a logout, and only that session', async () => {
    const customer = await makeCustomer(here);
    const elsewhere = await here.registerUser();
    const [screen, others] = [await followThere(customer), await followThere(elsewhere)];
    await here.post('auth.logout', undefined, { headers: { authorization: `Bearer ${customer.accessToken}` } });
    expect(await codeOf(screen.ended.then(thrown))).toBe('session_ended');
    here.deps.events.publish('sessions');
    here.deps.events.publish('notices');
    await others.hears({ kind: 'notice' });
  });

  test('at once if it is ended from another device, alone or with all others', async () => {
    const customer = await makeCustomer(here);
    const client = as(customer);
    const followOnce = async () => followThere(await signIn(here, customer));
    const [own, first] = [await followThere(customer), await followOnce()];
    const [newest] = (await client.auth.sessions.query()).filter(({ current }) => !current);
    await client.auth.endSession.mutate({ id: newest?.id ?? '' });
    expect(await codeOf(first.ended.then(thrown))).toBe('session_ended');
    const others = [await followOnce(), await followOnce()];
    await client.auth.endOtherSessions.mutate();
    for (const { ended } of others) expect(await codeOf(ended.then(thrown))).toBe('session_ended');
    here.deps.events.publish('notices');
    await own.hears({ kind: 'notice' });
  });

  test('at once by a new password, except for the session that changed it', async () => {
    const { user, password, accessToken, client } = await here.registerUser();
    const other = await signIn(here, { ...user, actor: user });
    const [own, others] = [await followThere({ accessToken }), await followThere(other)];
    await client.auth.changePassword.mutate({ currentPassword: password, newPassword: 'another horse battery' });
    expect(await codeOf(others.ended.then(thrown))).toBe('session_ended');
    here.deps.events.publish('notices');
    await own.hears({ kind: 'notice' });
  });

  test('if a login above the limit ended the session', async () => {
    const { user, password, accessToken } = await here.registerUser();
    const screen = await followThere({ accessToken });
    for (let times = 0; times < 20; times++) await here.post('auth.login', { userName: user.userName, password });
    expect(await codeOf(screen.ended.then(thrown))).toBe('session_ended');
  });

  test('when its token expires, so that a new one opens the next', async () => {
    const customer = await makeCustomer(here);
    const exp = Math.floor(Date.now() / 1000) + 4;
    const token = await signedToken({ accessToken: customer.accessToken, secret: here.secret }, { payload: { exp } });
    const screen = await followThere({ accessToken: token });
    expect(await codeOf(screen.ended.then(thrown))).toBe('unauthenticated');
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000);
    await followThere(customer);
  });

  test('also when the process stops, without delaying it', async () => {
    const customer = await makeCustomer(here);
    const third = await startSecondApp(here);
    const screen = await followThere(customer, third.url);
    const stopped = third.close();
    expect(await screen.ended).toBeUndefined();
    const startedMs = performance.now();
    await stopped;
    // A stream that does not end by itself is closed after eight seconds.
    expect(performance.now() - startedMs).toBeLessThan(6_000);
  });
});

function thrown(reason: unknown): never {
  throw reason;
}
