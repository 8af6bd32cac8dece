import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { supplierEntries } from '#db/schema/suppliers.ts';
import { commentsInput } from '#shared/comments.ts';
import { micros } from '#shared/money.ts';
import { createOutbound } from '../../base/outbound/outbound.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { createSupplierClient } from '../../suppliers/protocols/client.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeOrder, makeService, makeUser } from '../../testing/factories.ts';
import { type GatewayFate, startLossyGateway } from '../../testing/lossy-gateway.ts';
import { workOn } from '../../testing/queue.ts';
import { makeSource, makeSupplier } from '../../testing/suppliers.ts';
import { makeTrader } from '../../testing/trade.ts';
import { startForwarder } from './start-forwarder.ts';

/** Two of our own panels: orders of the shop's customers are bought at the other one, over HTTP. */
const shop = await testApp({ env: { SECRETS_KEY: randomBytes(32).toString('base64') } });
const other = await testApp();
const log = { info: () => {}, warn: () => {}, error: () => {} };

const ORDERS = 40;
/** The fates of the calls about one order, in turn; then everything passes. */
const stories: GatewayFate[][] = [
  ['lose_answer'],
  ['page_504'],
  ['page_200', 'lose_request'],
  ['lose_request'],
  ['lose_answer', 'page_504'],
];

test('answers are lost after buying, and request_id settles every unknown: each order is bought once', async () => {
  const reseller = await makeTrader(other, { balanceNanos: dollars(100) });
  const sold = await makeService(other.db, { priceMicros: micros(100_000) });
  const left = new Map<string, GatewayFate[]>();
  const gateway = await startLossyGateway(`${other.url}/api/v2`, (form) => {
    const link = form.get('link');
    return (link === null ? undefined : left.get(link)?.shift()) ?? 'pass';
  });
  onTestFinished(gateway.close);

  const server = { url: gateway.url, key: reseller.key, currency: 'USD' };
  const supplier = await makeSupplier(shop.db, shop.deps.secrets, server, { idempotent: true });
  const service = await makeService(shop.db);
  await makeSource(shop.db, service, supplier, { externalId: String(sold.id) });
  const customer = await makeUser(shop.db, { balanceNanos: dollars(100) });
  const placed = new Map<number, string>();
  for (let nth = 0; nth < ORDERS; nth++) {
    const link = `https://example.com/${nth}`;
    left.set(link, [...(stories[nth % stories.length] ?? [])]);
    placed.set((await makeOrder(shop.db, customer, { serviceId: service.id, link })).id, link);
  }
  const soldTexts = await makeService(other.db, { type: 'custom_comments', priceMicros: micros(100_000) });
  const texts = await makeService(shop.db, { type: 'custom_comments' });
  await makeSource(shop.db, texts, supplier, { externalId: String(soldTexts.id), listed: { min: 1 } });
  const comments = commentsInput.parse('one\r\ntwo\u0085three\u2028four\u2029five');
  const commented = { serviceId: texts.id, link: 'https://example.com/texts', quantity: undefined, comments };
  placed.set((await makeOrder(shop.db, customer, commented)).id, commented.link);

  const { db, events, secrets } = shop.deps;
  const outbound = createOutbound({ policy: { allowLoopback: true } });
  const client = createSupplierClient({ db, outbound, secrets, log });
  // Two servers of the shop at once.
  for (const _ of [1, 2])
    startForwarder({ db, queue: workOn({ db, url: shop.databaseUrl }, [], { events }), client, events, log });

  await vi.waitFor(
    async () => {
      const states = (await shop.db.select().from(forwards)).map(({ state }) => state);
      expect(states).toEqual(Array.from({ length: placed.size }, () => 'accepted'));
    },
    { timeout: 60_000, interval: 100 },
  );

  const bought = await other.db.select().from(orders);
  expect(bought.map(({ link }) => link).toSorted()).toEqual([...placed.values()].toSorted());
  // As many lines as the customer paid for.
  const { quantity } = bought.find(({ serviceId }) => serviceId === soldTexts.id) ?? {};
  expect([comments.length, quantity]).toEqual([5, 5]);
  const linkOf = new Map(bought.map(({ id, link }) => [String(id), link]));
  for (const { orderId, externalOrderId } of await shop.db.select().from(forwards))
    expect(linkOf.get(externalOrderId ?? '')).toBe(placed.get(orderId));
  const entries = await shop.db.select().from(supplierEntries);
  expect(entries.map(({ kind }) => kind)).toEqual(Array.from({ length: placed.size }, () => 'purchase'));
  for (const each of [shop, other]) expect((await checkLedger(each.db)).problems).toEqual([]);
});
