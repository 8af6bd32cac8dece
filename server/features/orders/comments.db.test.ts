import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { orderComments } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { brokenComment, commentsTooLong, MAX_COMMENTS, MAX_COMMENTS_BYTES, tooManyComments } from '#shared/comments.ts';
import { nanos } from '#shared/money.ts';
import { MAX_ORDER_BODY_BYTES } from '#shared/orders.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { expectRefused, trpcApi } from '../../testing/apis.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeOrder, makeService } from '../../testing/factories.ts';
import { registerWith } from '../../testing/people.ts';

const app = await testApp();
const { id: serviceId } = await makeService(app.db, { type: 'custom_comments', max: MAX_COMMENTS });
afterEach(async () => expect((await checkLedger(app.db)).problems).toEqual([]));

/** A customer with $20, signed in. */
async function buyer() {
  const { user, client, accessToken } = await registerWith(app, dollars(20));
  return { ...user, client, accessToken, actor: { id: user.id, role: 'user' as const } };
}
const storedFor = ({ id }: { id: number }) =>
  app.db
    .select({ comments: orderComments.comments, quantity: orders.quantity, chargeNanos: orders.chargeNanos })
    .from(orders)
    .leftJoin(orderComments, eq(orderComments.orderId, orders.id))
    .where(eq(orders.userId, id))
    .orderBy(desc(orders.id));
/** A body as clients write it that escape each character beyond ASCII. */
const escaped = (body: object) =>
  JSON.stringify(body).replaceAll(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
const lines = (count: number, text: string) => Array.from({ length: count }, () => text);

describe('comments', () => {
  it.each([
    ['1,000 in Bengali', lines(1000, 'ভালো লাগলো ভাই')],
    ['48 kB in Cyrillic', lines(2, 'ы'.repeat(12_280))],
    ['48 kB of quotes', lines(3, '"'.repeat(16_383))],
    ['emoji', lines(100, '👩‍👩‍👧 😀')],
  ])('%s are stored unchanged, and charged by their number', async (_, comments) => {
    const customer = await buyer();
    const input = { serviceId, comments, quantity: undefined };
    const { ok, message } = await trpcApi.placeOrder(app, customer, input);
    expect(ok, message).toBe(true);
    const [stored] = await storedFor(customer);
    const expected = {
      comments: comments.join('\n'),
      quantity: comments.length,
      chargeNanos: comments.length * 1_000_000,
    };
    expect(stored).toEqual(expected);
  });

  it.each<[name: string, comments: unknown, message: string]>([
    ['a thousand and one', lines(MAX_COMMENTS + 1, 'x'), tooManyComments],
    ['one byte more than 48 kB', 'x'.repeat(MAX_COMMENTS_BYTES + 1), commentsTooLong],
    ['60 kB without a line break', 'x'.repeat(60_000), commentsTooLong],
    ['ninety thousand numbers', Array(90_000).fill(1), tooManyComments],
    ['a NUL', 'a\u0000b', 'A comment has a control character'],
    ['a line separator in an element', ['a\u2028b', 'c'], brokenComment],
    ['a next line at the end of an element', ['a\u0085'], brokenComment],
    ['a number', 5, 'Comments must be a text with one a line, or a list of texts'],
  ])('are refused: %s', async (_, comments, message) => {
    const customer = await buyer();
    const outcome = await trpcApi.placeOrder(app, customer, { serviceId, comments, quantity: undefined });
    expectRefused(outcome, 'bad_input');
    expect(outcome.message).toBe(message);
    expect(await storedFor(customer)).toEqual([]);
  });

  it('in a text are counted by line breaks of every kind, and stored so', async () => {
    const customer = await buyer();
    const comments = 'a\u2028b\u2029c\u0085d\r\ne\rf';
    const { ok, message } = await trpcApi.placeOrder(app, customer, { serviceId, comments, quantity: undefined });
    expect(ok, message).toBe(true);
    expect(await storedFor(customer)).toEqual([{ comments: 'a\nb\nc\nd\ne\nf', quantity: 6, chargeNanos: 6_000_000 }]);
  });

  it('beyond the longest body are refused by their length', async () => {
    const outcome = await trpcApi.placeOrder(app, await buyer(), {
      serviceId,
      comments: 'x'.repeat(MAX_ORDER_BODY_BYTES),
      quantity: undefined,
    });
    expectRefused(outcome, 'payload_too_large');
  });

  it('are part of the request that a key identifies, in either form', async () => {
    const customer = await buyer();
    const requestId = randomUUID();
    const place = (comments: unknown, quantity?: number) =>
      trpcApi.placeOrder(app, customer, { serviceId, comments, quantity, requestId });
    const answers = await Promise.all(lines(8, '').map(() => place(['one', 'two'])));
    const again = [await place('one\r\n\r\n two'), await place(['one', 'two'], 2)];
    expect(new Set([...answers, ...again].map(({ data }) => data.order.id)).size).toBe(1);
    for (const other of [['one'], ['two', 'one'], 'one\ntwo\nthree', ['one two']])
      expectRefused(await place(other), 'idempotency_conflict');
    expectRefused(await place(['one', 'two'], 3), 'idempotency_conflict');
    expect(await storedFor(customer)).toEqual([{ comments: 'one\ntwo', quantity: 2, chargeNanos: 2_000_000 }]);
  });
});

describe('a page of the version before', () => {
  it('can not order a package at a thousandth of its price; the error says to reload', async () => {
    const customer = await buyer();
    const service = await makeService(app.db, { type: 'package' });
    const input = {
      serviceId: service.id,
      link: '@somebody',
      quantity: 1,
      expectedChargeNanos: nanos(service.priceMicros),
    };
    const { error } = await app.post('orders.place', input, {
      headers: { authorization: `Bearer ${customer.accessToken}` },
    });
    expect(error).toMatchObject({
      domainCode: 'price_changed',
      message: 'This service is a package for $1. Reload the page to order it.',
      details: { chargeNanos: 1_000_000_000 },
    });
    const { lines: checked } = await customer.client.orders.checkMany.mutate({ lines: [input] });
    expect(checked).toMatchObject([{ domainCode: 'price_changed', message: error?.message }]);
    expect(await storedFor(customer)).toEqual([]);
  });

  it('can not order comments; the error says to reload', async () => {
    const customer = await buyer();
    const input = { serviceId, link: '@somebody', quantity: 100, expectedChargeNanos: 100_000_000 };
    const { error } = await app.post('orders.place', input, {
      headers: { authorization: `Bearer ${customer.accessToken}` },
    });
    expect(error).toMatchObject({
      domainCode: 'comments_required',
      message:
        'This service needs comments, one a line. If this page has no field for them, reload it and order again.',
      fieldErrors: { comments: [expect.any(String)] },
    });
    expect(await storedFor(customer)).toEqual([]);
  });
});

it('a client may escape each character of 48 kB of comments', async () => {
  const customer = await buyer();
  const comments = lines(2, 'ы'.repeat(12_280));
  const body = escaped({ serviceId, link: 'https://example.com/ы', comments });
  expect(body.length).toBeGreaterThan(147_000);
  const response = await fetch(`${app.url}/trpc/orders.place`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.accessToken}` },
    body,
  });
  expect(response.status).toBe(200);
  expect((await storedFor(customer))[0]?.comments).toBe(comments.join('\n'));
});

it('lists leave them out; the order has them, for its customer and for admins only', async () => {
  const [customer, other, admin] = [await buyer(), await buyer(), await app.createAdminUser()];
  const { id } = await makeOrder(app.db, customer, { serviceId, quantity: undefined, comments: ['secret plan', 'b'] });
  const listed = [
    await customer.client.orders.list.query({}),
    await admin.client.admin.orders.list.query({ search: String(id) }),
  ];
  expect(listed.map(({ items }) => items[0]?.id)).toEqual([id, id]);
  expect(JSON.stringify(listed)).not.toContain('secret plan');
  expect((await customer.client.orders.get.query({ id })).comments).toEqual(['secret plan', 'b']);
  expect((await admin.client.admin.orders.get.query({ id })).comments).toEqual(['secret plan', 'b']);
  await expect(other.client.orders.get.query({ id })).rejects.toThrow(/not found/i);
  const plain = await makeOrder(app.db, customer);
  expect((await customer.client.orders.get.query({ id: plain.id })).comments).toBeNull();
});
