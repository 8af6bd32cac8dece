import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import { exportPath } from '#shared/export-path.ts';
import { micros, nanos } from '#shared/money.ts';
import { decideOrder } from '../../features/orders/decide-order.ts';
import { testApp } from '../../testing/app.ts';
import { askForExport, readExport } from '../../testing/export-file.ts';
import {
  dollars,
  makeAskableOrder,
  makeOrder,
  makeRecharge,
  makeRequest,
  makeService,
} from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';

/** How often sessions were checked: once per call, and once per page of a file after the first. */
let sessionsRead = 0;

const app = await testApp({ app: { connectionsCheckEveryMs: 100 } });
const { findSession } = app.deps;
app.deps.findSession = (id) => {
  sessionsRead++;
  return findSession(id);
};

test('a file has the rows of the list, all digits of money, and real numbers', async () => {
  const customer = await makeCustomer(app, dollars(100));
  const admin = await makeSignedInAdmin(app);
  const service = await makeService(app.db, { name: 'Likes, "real"', priceMicros: micros(6_417_000) });
  const kept = await makeOrder(app.db, customer, { serviceId: service.id, link: 'https://example.com/a?b=1,2' });
  const partial = await makeOrder(app.db, customer, { serviceId: service.id });
  await decideOrder(app.deps, admin.actor, { id: partial.id, decision: 'partial', remaining: 400 });

  const answer = await askForExport(app, customer, 'orders');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  const rows = await readExport(answer);
  expect(rows.map((row) => row.Order)).toEqual([String(partial.id), String(kept.id)]);
  expect(rows[1]).toEqual({
    Order: String(kept.id),
    'Date (UTC)': kept.createdAt.toISOString(),
    'Service ID': String(service.id),
    Service: 'Likes, "real"',
    Link: 'https://example.com/a?b=1,2',
    Quantity: '1000',
    'Not delivered': '0',
    'Price per 1000 (USD)': '6.417',
    'Charge (USD)': '6.417',
    'Refunded (USD)': '0',
    Status: 'Processing',
    'Start count': '',
    Remains: '',
  });
  expect(rows[0]).toMatchObject({ 'Not delivered': '400', 'Refunded (USD)': '2.5668', Status: 'Partial' });

  const statement = await readExport(await askForExport(app, customer, 'statement'));
  expect(statement.map((row) => [row.Entry, row['Amount (USD)'], row['Balance after (USD)']])).toEqual([
    ['Partial refund', '2.5668', '89.7328'],
    ['Order', '-6.417', '87.166'],
    ['Order', '-6.417', '93.583'],
    ['Given by the shop', '100', '100'],
  ]);
});

test('an admin gets all filtered orders and recharges, with defused formulas, and a customer none of them', async () => {
  const [customer, admin] = [await makeCustomer(app, dollars(100)), await makeSignedInAdmin(app)];
  const service = await makeService(app.db, { name: '=HYPERLINK("https://example.com")' });
  const first = await makeOrder(app.db, customer, { serviceId: service.id, quantity: 10 });
  const second = await makeOrder(app.db, customer, { serviceId: service.id, quantity: 20 });
  await decideOrder(app.deps, admin.actor, { id: second.id, decision: 'reject' });
  const recharge = await makeRecharge(app.db, customer, { reference: '-1-1-cmd' });

  const filter = { serviceId: service.id, sort: 'oldest' };
  const rows = await readExport(await askForExport(app, admin, 'all-orders', filter));
  expect(rows.map((row) => [row.Order, row.Status, row['Customer ID']])).toEqual([
    [String(first.id), 'pending', String(customer.id)],
    [String(second.id), 'rejected', String(customer.id)],
  ]);
  expect(rows[0]?.Service).toBe(`'=HYPERLINK("https://example.com")`);
  const [paid, none] = await readExport(await askForExport(app, admin, 'all-recharges', { userId: customer.id }));
  expect(paid).toMatchObject({ Recharge: String(recharge.id), 'Transaction ID': "'-1-1-cmd", 'Decided by': '' });
  expect(none).toBeUndefined();
  for (const name of ['all-orders', 'all-recharges', 'all-requests'] as const) {
    expect((await askForExport(app, customer, name)).status).toBe(403);
    expect((await askForExport(app, admin, name, { search: 'x'.repeat(101) })).status).toBe(400);
  }
});

test('an admin gets the filtered requests with their orders', async () => {
  const [customer, admin] = [await makeCustomer(app, dollars(100)), await makeSignedInAdmin(app)];
  const order = await makeAskableOrder(app.db, customer, {}, { link: '=1+1', quantity: 10 });
  const cancel = await makeRequest(app.db, customer, { id: order.id });
  const speedUp = await makeRequest(app.db, customer, { kind: 'speed_up' });
  await app
    .client(admin.accessToken)
    .admin.requests.decide.mutate({ id: cancel.id, decision: 'accept', reason: 'As you wish' });
  const filter = { userId: customer.id, sort: 'oldest' };
  const [first, second, ...others] = await readExport(await askForExport(app, admin, 'all-requests', filter));
  expect(first).toMatchObject({
    Request: String(cancel.id),
    Kind: 'Cancel',
    Status: 'Accepted',
    Reason: 'As you wish',
    Order: String(order.id),
    'Order status': 'rejected',
    Link: "'=1+1",
    Quantity: '10',
    'Customer ID': String(customer.id),
  });
  expect(first?.['Decided by']).not.toBe('');
  expect(second).toMatchObject({ Request: String(speedUp.id), Kind: 'Speed-up', Status: 'Pending', 'Decided by': '' });
  expect(others).toEqual([]);
});

test('an order of a package has the price of 1000 packages', async () => {
  const customer = await makeCustomer(app, dollars(2));
  const { id: serviceId } = await makeService(app.db, { type: 'package' });
  await makeOrder(app.db, customer, { serviceId, quantity: undefined });
  expect(await readExport(await askForExport(app, customer, 'orders'))).toMatchObject([
    { Quantity: '1', 'Price per 1000 (USD)': '1000', 'Charge (USD)': '1' },
  ]);
});

test('a file begins with a byte order mark, and its lines end as in RFC 4180', async () => {
  const customer = await makeCustomer(app);
  const recharge = await makeRecharge(app.db, customer, { reference: 'N7X8K9Q2' });
  const bytes = Buffer.from(await (await askForExport(app, customer, 'recharges')).arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head, first, end] = bytes.toString().slice(1).split('\r\n');
  expect(head).toBe(
    '"Recharge","Date (UTC)","Method","Transaction ID","Amount (USD)","Paid (BDT)","Status","Decided (UTC)","Reason","Reversed (UTC)"',
  );
  expect(first).toBe(
    `${recharge.id},${recharge.createdAt.toISOString()},"${recharge.method}","N7X8K9Q2",10,${recharge.paidTaka},"Pending",,,`,
  );
  expect(end).toBe('');
});

test('the filter of the list applies to the file, which contains nothing of other users', async () => {
  const customer = await makeCustomer(app, dollars(100));
  await makeOrder(app.db, await makeCustomer(app, dollars(100)), { link: '@wanted' });
  await makeOrder(app.db, customer, { link: '@other' });
  const wanted = await makeOrder(app.db, customer, { link: '@wanted' });
  const read = async (input: object) => {
    const rows = await readExport(await askForExport(app, customer, 'orders', input));
    return rows.map((row) => row.Order);
  };
  expect(await read({ search: 'wanted' })).toEqual([String(wanted.id)]);
  expect(await read({ status: ['pending', 'processing'], search: 'wanted' })).toEqual([String(wanted.id)]);
  expect(await read({ status: 'completed' })).toEqual([]);
});

test('a long list is complete without duplicates, newest first', async () => {
  const customer = await makeCustomer(app);
  await insertOrders(customer, 1_203);
  const ids = (await readExport(await askForExport(app, customer, 'orders'))).map((row) => Number(row.Order));
  const kept = await app.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, customer.id));
  expect(ids).toEqual(kept.map(({ id }) => id).toSorted((one, other) => other - one));
});

test.each([
  ['no JSON', '{'],
  ['a filter that there is not', { userId: 1 }],
  ['a page of it', { cursor: '1' }],
  ['a status that there is not', { status: 'lost' }],
])('%s is refused before anything is sent', async (_, input) => {
  const answer = await askForExport(app, await makeCustomer(app), 'orders', input);
  expect(answer.status).toBe(400);
  expect(await codeOf(answer)).toBe('bad_input');
});

test('a customer who requests many files within minutes gets a time to retry', async () => {
  const customer = await makeCustomer(app);
  for (let nth = 1; nth <= 30; nth++) expect((await askForExport(app, customer, 'recharges')).status).toBe(200);
  const refused = await askForExport(app, customer, 'orders');
  expect(refused.status).toBe(429);
  expect(await codeOf(refused)).toBe('too_many_requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
});

test('a file that nobody reads causes few database reads, and its connection is closed', async () => {
  const customer = await makeCustomer(app);
  await insertOrders(customer, PAGES * 500, LONG_LINK);
  const before = sessionsRead;
  const { socket, served } = await askBySocket(customer);
  await isClosed(served);
  socket.destroy();
  expect(sessionsRead - before).toBeLessThan(PAGES / 2);
});

test('when the client disconnects the reading ends, and another one can start', async () => {
  const customer = await makeCustomer(app);
  await insertOrders(customer, PAGES * 500, LONG_LINK);
  const before = sessionsRead;
  const files = await Promise.all([1, 2, 3].map(() => askBySocket(customer)));
  for (const { socket } of files) await once(socket, 'readable');
  expect((await askForExport(app, customer, 'recharges')).status).toBe(429);
  const ended = files.map(({ served }) => isClosed(served));
  for (const { socket } of files) socket.destroy();
  await Promise.all(ended);
  const read = sessionsRead;
  expect(read - before).toBeLessThan(PAGES);
  expect((await askForExport(app, customer, 'statement')).status).toBe(200);
  // The call checked its own session, and nothing else did.
  expect(sessionsRead).toBe(read + 1);
});

test('a blocked user gets no more of a file, which is aborted', async () => {
  const customer = await makeCustomer(app);
  await insertOrders(customer, PAGES * 500, LONG_LINK);
  const answer = await askForExport(app, customer, 'orders');
  const reader = answer.body?.getReader();
  await reader?.read();
  await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, customer.id));
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow('terminated');
  expect(await codeOf(await askForExport(app, customer, 'orders'))).toBe('blocked');
});

/** With the longest links a page is a megabyte: more pages than the network buffers hold for a client that does not read. */
const PAGES = 40;
const LONG_LINK = `https://example.com/${'x'.repeat(2_028)}`;

/** Orders without a ledger, which the export of orders does not read. */
async function insertOrders(customer: Person, count: number, link = '@page'): Promise<void> {
  const { id } = await makeService(app.db);
  await app.db.execute(sql`
    insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos)
    select ${customer.id}, ${id}, 'Likes', ${link}, 10, ${micros(1)}::bigint, ${nanos(10)}::bigint
    from generate_series(1, ${count})`);
}

/** Requests the orders and does not read the response. @returns the client's end of the connection and the server's */
async function askBySocket({ accessToken }: Person): Promise<{ socket: Socket; served: Socket }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  const served = new Promise<Socket>((resolve) => {
    const opened = (message: unknown) => {
      const { socket: candidate } = message as { socket: Socket };
      if (candidate.remotePort !== socket.localPort) return;
      unsubscribe('net.server.socket', opened);
      resolve(candidate);
    };
    subscribe('net.server.socket', opened);
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${exportPath('orders')} HTTP/1.1\r\nhost: panel\r\nauthorization: Bearer ${accessToken}\r\n\r\n`);
  return { socket, served: await served };
}

/** Also if it is reset, which `once` reports as an error. */
function isClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

async function codeOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { data: { domainCode: string } } };
  return error.data.domainCode;
}
