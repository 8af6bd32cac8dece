import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { NO_LOOP_DELAY, testApp } from '../testing/app.ts';
import { DOLLAR, dollars, giveMoney, makePaymentMethod, makeService } from '../testing/factories.ts';
import { listProcedures } from '../testing/inventory.ts';
import { makeKey } from '../testing/keys.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../testing/people.ts';
import { codeOf } from '../testing/refusal.ts';
import { postTrade } from '../testing/trade.ts';
import { buildApp } from './app.ts';
import { takesRequestId } from './http/direct-call.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const { id: serviceId } = await makeService(app.db);
const link = 'https://example.com/mine';
const quantity = 1000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Answer = { status: number; headers: Headers; body: any }; // oxlint-disable-line typescript/no-explicit-any -- as `TradeAnswer`

async function call(
  path: string,
  { accessToken }: Pick<Person, 'accessToken'>,
  body: object,
  { url = app.url, method = 'POST', key }: { url?: string; method?: string; key?: string | undefined } = {},
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
  const response = await fetch(url + path, {
    method,
    headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const byRest = (person: Person, key?: string, fields: object = {}) =>
  call(`/api/v1/service/buy/${serviceId}`, person, { link, quantity, ...fields }, { key });
const byTrpc = (person: Person, key?: string, fields: object = {}) =>
  call('/trpc/orders.place', person, { serviceId, link, quantity, ...fields }, { key });
const byTrade = async (person: Person, key?: string, fields: Record<string, string> = {}) => {
  const { accessToken } = await makeKey(app, person, { scopes: ['read', 'order'] });
  const parameters = { key: accessToken, action: 'add', service: String(serviceId), link, quantity: String(quantity) };
  return postTrade(app, new URLSearchParams({ ...parameters, ...fields }), key ? { 'idempotency-key': key } : {});
};
const balanceOf = async ({ accessToken }: Person) =>
  (await app.client(accessToken).balance.get.query()).balanceNanos / DOLLAR;

/** Another server of the same shop. */
async function secondServer(options: Parameters<typeof buildApp>[1]) {
  const other = await buildApp(app.deps, { ...NO_LOOP_DELAY, ...options });
  onTestFinished(() => other.close());
  return other.listen({ host: '127.0.0.1', port: 0 });
}

test.each(['my order 1', randomUUID()])('the header "%s" is one order over all three APIs', async (key) => {
  const customer = await makeCustomer(app, dollars(9));
  const [rest, trpc, trade] = [await byRest(customer, key), await byTrpc(customer, key), await byTrade(customer, key)];
  const { id } = trpc.body.result.data.order;
  expect([rest.body.data._id, trade.body.order]).toEqual([String(id), id]);
  const again = await Promise.all(Array.from({ length: 9 }, () => byTrade(customer, key)));
  expect(new Set(again.map(({ text }) => text))).toEqual(new Set([JSON.stringify({ order: id })]));
  expect(trade.headers.get('idempotency-key')).toBe(key);
  expect(await balanceOf(customer)).toBe(8);
});

test('the header is for the one call of a request', async () => {
  const customer = await makeCustomer(app, dollars(9));
  const input = { serviceId, link, quantity };
  const adapter = await secondServer({ directCalls: false });
  for (const url of [app.url, adapter]) {
    const two = await call(
      '/trpc/orders.place,orders.place?batch=1',
      customer,
      { 0: input, 1: input },
      { url, key: 'a' },
    );
    expect([two.status, two.body.error.data.domainCode]).toEqual([400, 'bad_input']);
    expect(two.body.error.message).toMatch(/In a batch send requestId in the input of each/);
    const one = await call('/trpc/orders.place?batch=1', customer, { 0: input }, { url, key: 'a' });
    const plain = await call('/trpc/orders.place', customer, input, { url, key: 'a' });
    expect(one.body[0].result.data.order.id).toBe(plain.body.result.data.order.id);
  }
  expect(await balanceOf(customer)).toBe(8);
});

test('both at once must agree', async () => {
  const customer = await makeCustomer(app, dollars(9));
  const [requestId, other] = [randomUUID(), randomUUID()];
  const refused = await byTrpc(customer, 'something else', { requestId });
  expect([refused.status, refused.body.error.data.domainCode]).toEqual([400, 'bad_input']);
  expect(refused.body.error.data.fieldErrors.requestId).toEqual([expect.stringMatching(/must be the same/)]);
  const trade = await byTrade(customer, other, { request_id: requestId });
  expect(trade.body).toEqual({ error: 'request_id and the header Idempotency-Key must be the same. Send one of them' });
  expect(await balanceOf(customer)).toBe(9);
  const agreed = await byTrpc(customer, requestId.toUpperCase(), { requestId });
  expect((await byTrade(customer, requestId, { request_id: requestId })).body.order).toBe(
    agreed.body.result.data.order.id,
  );
});

test('a key that is too long is refused in the form of each API', async () => {
  const customer = await makeCustomer(app);
  const key = 'k'.repeat(256);
  const message = 'Idempotency-Key must be at most 255 characters';
  const [rest, trpc, trade] = [await byRest(customer, key), await byTrpc(customer, key), await byTrade(customer, key)];
  expect([rest.status, trpc.status, trade.status]).toEqual([400, 400, 200]);
  expect([rest.body.error, trpc.body.error.message, trade.body.error]).toEqual([message, message, message]);
});

const idIn = ({ body }: Answer): unknown => (body.success === false ? body.requestId : body.error.data.requestId);

test.each([
  ['tRPC', byTrpc],
  ['REST', byRest],
])('an error over %s names the id that was sent or made, with which the call is made once', async (_, order) => {
  const customer = await makeCustomer(app);
  const key = randomUUID();
  const refused = await order(customer, key);
  expect([refused.status, idIn(refused)]).toEqual([402, key]);
  expect(idIn(await order(customer, 'a text'))).toMatch(UUID);
  expect(idIn(await order(customer, key, { link: 'javascript:alert(1)' }))).toBe(key);
  // Nothing is made for what never became an operation.
  expect(idIn(await order(customer, undefined, { link: 'javascript:alert(1)' }))).toBeUndefined();
  const made = String(idIn(await order(customer)));
  expect(made).toMatch(UUID);
  await giveMoney(app.db, customer.id, dollars(9));
  await order(customer, made);
  await order(customer, made);
  expect(await balanceOf(customer)).toBe(8);
  const found = await app.client(customer.accessToken).orders.get.query({ requestId: made });
  expect(found).toMatchObject({ serviceId, link });
});

test('an error over tRPC names the id of the input', async () => {
  const customer = await makeCustomer(app);
  const requestId = randomUUID();
  expect(idIn(await byTrpc(customer, undefined, { requestId }))).toBe(requestId);
  expect(idIn(await byTrpc(customer, undefined, { requestId, quantity: 'many' }))).toBe(requestId);
  expect(idIn(await byTrpc({ ...customer, accessToken: 'none' }, undefined, { requestId }))).toBe(requestId);
});

test.each([
  ['busy', '55P03', 503],
  ['internal', 'XX000', 500],
])('an error without an outcome names the id: %s', async (code, sqlState, status) => {
  const customer = await makeCustomer(app, dollars(9));
  await app.db.execute(
    sql.raw(`create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'a fault' using errcode = '${sqlState}'; end $$;
      create trigger fail before insert on orders for each row execute function fail()`),
  );
  const key = randomUUID();
  const answers = await Promise.all([byTrpc(customer, key), byTrpc(customer), byRest(customer, key), byRest(customer)]);
  await app.db.execute(sql`drop trigger fail on orders`);
  expect(answers.map((answer) => answer.status)).toEqual(Array(4).fill(status));
  const [trpc, madeByTrpc, rest, madeByRest] = answers.map(idIn);
  expect([answers[0]?.body.error.data.domainCode, trpc, rest]).toEqual([code, key, key]);
  expect([madeByTrpc, madeByRest]).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
});

test('a server that is too busy to read the call names the id of the header', async () => {
  const customer = await makeCustomer(app);
  const url = await secondServer({ eventLoopDelayMs: () => 1_000 });
  const key = randomUUID();
  for (const path of ['/trpc/orders.place', `/api/v1/service/buy/${serviceId}`]) {
    const shed = await call(path, customer, { serviceId, link }, { url, key });
    expect([shed.status, idIn(shed)]).toEqual([503, key]);
  }
  const trade = await postTrade({ url }, 'action=add', { 'idempotency-key': 'mine' });
  expect([trade.status, trade.headers.get('idempotency-key'), Object.keys(trade.body)]).toEqual([
    503,
    'mine',
    ['error'],
  ]);
});

test('orders and recharges are read by the request id of their own customer, also with a key', async () => {
  const [customer, other] = [await makeCustomer(app, dollars(9)), await makeCustomer(app)];
  const requestId = randomUUID();
  const client = app.client(customer.accessToken);
  const { order } = await client.orders.place.mutate({ serviceId, link, quantity, requestId });
  const { name: method } = await makePaymentMethod(app.db);
  const asked = { method, amountNanos: dollars(5), reference: 'ABC12345', requestId };
  const recharge = await client.balance.requestRecharge.mutate(asked);
  const { accessToken: key } = await makeKey(app, customer);
  for (const own of [client, app.client(key)]) {
    expect((await own.orders.get.query({ requestId: requestId.toUpperCase() })).id).toBe(order.id);
    expect((await own.balance.recharge.query({ requestId })).id).toBe(recharge.id);
    expect((await own.orders.get.query({ id: order.id })).id).toBe(order.id);
  }
  for (const { accessToken } of [other, admin]) {
    const foreign = app.client(accessToken);
    expect(await codeOf(foreign.orders.get.query({ requestId }))).toBe('not_found');
    expect(await codeOf(foreign.balance.recharge.query({ requestId }))).toBe('not_found');
  }
  for (const neitherOrBoth of [{}, { id: 1, requestId }]) {
    expect(await codeOf(client.orders.get.query(neitherOrBoth))).toBe('bad_input');
    expect(await codeOf(client.balance.recharge.query(neitherOrBoth))).toBe('bad_input');
  }
});

test('a gift under the header is no repeated one', async () => {
  const customer = await makeCustomer(app);
  const give = (key?: string) =>
    call('/trpc/admin.users.giveBalance', admin, { id: customer.id, amountNanos: DOLLAR }, { key });
  expect((await give()).status).toBe(200);
  const repeated = await give();
  expect([repeated.status, repeated.body.error.data.domainCode]).toEqual([409, 'repeated_gift']);
  for (const key of ['one', 'two', 'two']) expect((await give(key)).status).toBe(200);
  expect(await balanceOf(customer)).toBe(3);
});

test('the header is for the mutations whose input has a requestId', () => {
  const withRequestId = listProcedures().filter(({ type, input }) => type === 'mutation' && hasRequestId(input));
  expect(withRequestId.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['orders.place', 'admin.jobs.start', 'admin.services.create']),
  );
  expect(listProcedures().filter(({ path }) => takesRequestId(path))).toEqual(withRequestId);
  expect(['nothing', 'toString'].map(takesRequestId)).toEqual([false, false]);
});

function hasRequestId(input: z.ZodType | undefined): boolean {
  if (!input) return false;
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const forms = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return forms.some(({ properties = {} }) => 'requestId' in properties);
}
