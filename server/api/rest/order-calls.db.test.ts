import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { accounts } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { settings } from '#db/schema/settings.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { micros } from '#shared/money.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { MAX_QUANTITY } from '#shared/services.ts';
import { apiSettings } from '../../base/cache/api-settings.ts';
import { requestIdOf } from '../../base/idempotency-key.ts';
import { decideOrder } from '../../features/orders/decide-order.ts';
import { placeOrder } from '../../features/orders/place-order.ts';
import { deleteService } from '../../features/services/delete-service.ts';
import { apiCase, describeBothApis } from '../../testing/api-cases.ts';
import type { TestApp } from '../../testing/app.ts';
import { makeBought } from '../../testing/bought-orders.ts';
import { DOLLAR, dollars, makeOrder, makeService } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { makeSupplier, NO_SUPPLIER } from '../../testing/suppliers.ts';
import { orderCalls } from './order-calls.ts';

const LINK = 'https://example.com/post';
const KEY = 'order-1';
const REQUEST_ID = requestIdOf({ headers: { 'idempotency-key': KEY } }, 'orders.place');
const DECISION_ID = requestIdOf({ headers: { 'idempotency-key': KEY } }, 'admin.orders.decide');

const env = { ORDERS_PER_MINUTE: '3' };

const plainOrders: [name: string, refused: ErrorCode | undefined, overrides: OrderFields][] = [
  ['an order', undefined, {}],
  ['an order at the price that was seen', undefined, { price: 1 }],
  ['an order of 128 letters', undefined, { link: 'ক'.repeat(128) }],
  ['an order of an address without its scheme', undefined, { link: 'facebook.com/page' }],
  ['an order at another price', 'price_changed', { price: 0.99 }],
  ['an order for a price below zero', 'bad_input', { price: -1 }],
  ['an order without a link', 'bad_input', { link: ' ' }],
  ['an order of a link that runs', 'bad_input', { link: 'javascript:alert(1)' }],
  // These would be displayed as another link than the one that opens.
  ['an order of a link with a line break', 'bad_input', { link: 'https://example.com/\npost' }],
  ['an order of a link with a tab', 'bad_input', { link: 'https://exam\tple.com' }],
  ['an order of a link with a space', 'bad_input', { link: 'https://example.com/a b' }],
  ['an order of a link with a bidirectional override', 'bad_input', { link: 'https://example.com/\u202etsop' }],
  ['an order of an emoji', 'bad_input', { link: '🎈' }],
  ['an order of 129 letters', 'bad_input', { link: 'ক'.repeat(129) }],
  ['an order of half a unit', 'bad_input', { quantity: 10.5 }],
  ['an order of too few', 'quantity_out_of_range', { quantity: 9 }],
  ['an order without the money', 'insufficient_balance', { quantity: 5001 }],
];

/** Each costs $1 per 1000 units, or $1 a package. */
const typedOrders: [name: string, type: ServiceType, refused: ErrorCode | undefined, overrides: OrderFields][] = [
  ['a package', 'package', undefined, {}],
  ['a package as older clients send it', 'package', undefined, { quantity: 1, price: 1 }],
  ['a package at a thousandth of its price', 'package', 'price_changed', { quantity: 1, price: 0.001 }],
  ['a thousand packages', 'package', 'quantity_out_of_range', { quantity: 1000, price: 1000 }],
  ['a package with comments', 'package', 'bad_input', { comments: ['a'] }],
  ['comments as a text', 'custom_comments', undefined, { comments: 'one\r\n\r\ntwo', price: 0.002 }],
  ['comments as a list', 'custom_comments', undefined, { comments: ['one', 'two'], quantity: 2 }],
  ['comments at the price of one more', 'custom_comments', 'price_changed', { comments: ['one', 'two'], price: 0.003 }],
  ['comments and another quantity', 'custom_comments', 'quantity_out_of_range', { comments: ['one'], quantity: 2 }],
  ['more comments than are sold', 'custom_comments', 'bad_input', { comments: Array<string>(1001).fill('x') }],
  ['an order without its comments', 'custom_comments', 'comments_required', { quantity: 2 }],
  ['an order with empty comments', 'custom_comments', 'comments_required', { comments: ' \n\n' }],
  ['a package of comments', 'custom_comments_package', undefined, { comments: 'one\ntwo', price: 1 }],
  ['a package without its comments', 'custom_comments_package', 'comments_required', { comments: [] }],
  ['no quantity where one is needed', 'default', 'bad_input', {}],
  ['comments where none are needed', 'default', 'bad_input', { quantity: 10, comments: 'one' }],
];

describeBothApis(
  orderCalls,
  (app) => [...buying(app), ...deciding(app), ...reading(app), ...listing(app), buyingAgain(app)],
  env,
);

/** A customer with $5, and a service at $1 per 1000. */
async function shop(app: TestApp, overrides: Parameters<typeof makeService>[1] = {}) {
  return { customer: await makeCustomer(app, dollars(5)), service: await makeService(app.db, overrides) };
}
type Shop = Awaited<ReturnType<typeof shop>>;

interface OrderFields {
  link?: string;
  quantity?: number | undefined;
  comments?: string | string[];
  price?: number;
}

/** The last case, because its setting stays. */
function buyingAgain(app: () => TestApp) {
  return apiCase({
    name: 'a second order of a link that may have one',
    refused: 'link_in_use',
    arrange: async () => {
      const { db, events } = app().deps;
      const world = await shop(app());
      await makeOrder(db, world.customer, { serviceId: world.service.id, link: LINK });
      await db.update(settings).set({ oneOpenOrderPerLink: true });
      events.publish('settings');
      await expect.poll(() => apiSettings.get(db)).toMatchObject({ oneOpenOrderPerLink: true });
      return world;
    },
    procedure: 'orders.place',
    operation: 'POST /api/v1/service/buy/{id}',
    caller: ({ customer }) => customer,
    input: ({ service }) => ({ serviceId: service.id, link: LINK, quantity: 1000 }),
    request: ({ service }) => ({ params: { id: service.id }, body: { link: LINK, quantity: 1000 } }),
    effect: ({ customer }) => walletAndOrders(app(), customer),
  });
}

function buying(app: () => TestApp) {
  const buy = {
    procedure: 'orders.place',
    operation: 'POST /api/v1/service/buy/{id}',
    caller: ({ customer }: Shop) => customer,
    effect: ({ customer }: Shop) => walletAndOrders(app(), customer),
  };
  /** The same order in the fields of both APIs. */
  const ordering = ({ price, ...fields }: OrderFields = {}) => ({
    ...buy,
    input: ({ service }: Shop) => ({
      serviceId: service.id,
      link: LINK,
      quantity: 1000,
      ...fields,
      ...(price !== undefined && { expectedChargeNanos: Math.round(price * DOLLAR) }),
    }),
    request: ({ service }: Shop) => ({
      params: { id: service.id },
      body: { link: LINK, quantity: 1000, ...fields, price },
    }),
  });
  const keyed = (quantity: number) => ({
    ...buy,
    input: ({ service }: Shop) => ({ serviceId: service.id, link: LINK, quantity, requestId: REQUEST_ID }),
    request: ({ service }: Shop) => ({ params: { id: service.id }, body: { link: LINK, quantity } }),
    headers: () => ({ 'idempotency-key': KEY }),
  });
  const ordered = async () => {
    const world = await shop(app());
    const { customer, service } = world;
    await makeOrder(app().db, customer, { serviceId: service.id, link: LINK, requestId: REQUEST_ID });
    return world;
  };
  return [
    ...plainOrders.map(([name, refused, overrides]) =>
      apiCase({ name, refused, arrange: () => shop(app()), ...ordering(overrides) }),
    ),
    ...typedOrders.map(([name, type, refused, overrides]) =>
      apiCase({
        name,
        refused,
        arrange: () => shop(app(), { type }),
        ...ordering({ quantity: undefined, ...overrides }),
      }),
    ),
    apiCase({
      name: 'an order of a service that was deleted',
      refused: 'service_not_found',
      arrange: async () => {
        const world = await shop(app());
        await deleteService(app().deps, (await makeSignedInAdmin(app())).actor, world.service);
        return world;
      },
      ...ordering({ price: 1 }),
    }),
    apiCase({
      name: 'an order beyond any wallet',
      refused: 'amount_too_large',
      arrange: () => shop(app(), { priceMicros: micros(1_000_000_000), max: MAX_QUANTITY }),
      ...ordering({ quantity: MAX_QUANTITY }),
    }),
    apiCase({
      name: 'an order without a session',
      refused: 'unauthenticated',
      arrange: () => shop(app()),
      ...ordering(),
      caller: undefined,
    }),
    apiCase({
      name: 'a fourth order in a minute',
      refused: 'too_many_requests',
      async arrange() {
        const world = await shop(app());
        const input = { serviceId: world.service.id, link: LINK, quantity: 10 };
        for (let made = 0; made < 3; made++)
          await placeOrder(app().deps, world.customer.actor, input, app().deps.config.limits);
        return world;
      },
      ...ordering(),
    }),
    apiCase({ name: 'an order with a key', arrange: () => shop(app()), ...keyed(1000) }),
    apiCase({ name: 'the same order with the same key', arrange: ordered, ...keyed(1000) }),
    apiCase({
      name: 'another order with the same key',
      refused: 'idempotency_conflict',
      arrange: ordered,
      ...keyed(999),
    }),
  ];
}

function deciding(app: () => TestApp) {
  /** An order of $1 by a customer who then has $4. */
  const waiting = async () => {
    const { customer, service } = await shop(app());
    const order = await makeOrder(app().db, customer, { serviceId: service.id });
    return { customer, order, admin: await makeSignedInAdmin(app()) };
  };
  type World = Awaited<ReturnType<typeof waiting>>;
  const after = (decision: 'complete' | 'reject') => async () => {
    const world = await waiting();
    await decideOrder(app().deps, world.admin.actor, { id: world.order.id, decision });
    return world;
  };
  const bought = async () => {
    const { customer } = await shop(app());
    const supplier = await makeSupplier(app().db, app().deps.secrets, NO_SUPPLIER);
    const { order } = await makeBought(app().db, { customer, supplier });
    return { customer, order, admin: await makeSignedInAdmin(app()) };
  };
  const decide = (decision: string, status: string) => ({
    procedure: 'admin.orders.decide',
    operation: 'PUT /api/v1/service/approve/{id}',
    caller: ({ admin }: World) => admin,
    input: ({ order }: World) => ({ id: order.id, decision }),
    request: ({ order }: World) => ({ params: { id: order.id }, body: { id: String(order.id), status } }),
    effect: ({ customer }: World) => walletAndOrders(app(), customer),
  });
  return [
    apiCase({ name: 'approving', arrange: waiting, ...decide('complete', 'done') }),
    apiCase({ name: 'approving, in another word', arrange: waiting, ...decide('complete', 'approved') }),
    apiCase({ name: 'approving again', arrange: after('complete'), ...decide('complete', 'done') }),
    apiCase({ name: 'rejecting gives the money back', arrange: waiting, ...decide('reject', 'rejected') }),
    apiCase({ name: 'approving what was rejected', arrange: after('reject'), ...decide('complete', 'done') }),
    apiCase({
      name: 'rejecting what is done',
      refused: 'order_final',
      arrange: after('complete'),
      ...decide('reject', 'rejected'),
    }),
    apiCase({
      name: 'rejecting what a supplier may deliver',
      refused: 'supplier_may_deliver',
      arrange: bought,
      ...decide('reject', 'rejected'),
    }),
    apiCase({
      name: 'rejecting what a supplier may deliver, with a confirmation',
      arrange: bought,
      ...decide('reject', 'rejected'),
      input: ({ order }) => ({ id: order.id, decision: 'reject', confirmSupplierMayDeliver: true }),
      request: ({ order }) => ({
        params: { id: order.id },
        body: { status: 'rejected', confirmSupplierMayDeliver: true },
      }),
    }),
    apiCase({
      name: 'approving what is at a supplier',
      refused: 'at_supplier',
      arrange: bought,
      ...decide('complete', 'done'),
    }),
    apiCase({
      name: 'approving what is at a supplier, with a confirmation',
      arrange: bought,
      ...decide('complete', 'done'),
      input: ({ order }) => ({ id: order.id, decision: 'complete', confirmAtSupplier: true }),
      request: ({ order }) => ({ params: { id: order.id }, body: { status: 'done', confirmAtSupplier: true } }),
    }),
    apiCase({
      name: 'approving what was pending when it was looked at',
      refused: 'already_decided',
      arrange: after('reject'),
      ...decide('complete', 'done'),
      input: ({ order }) => ({ id: order.id, decision: 'complete', expectedStatus: 'pending' }),
      request: ({ order }) => ({ params: { id: order.id }, body: { status: 'done', expectedStatus: 'pending' } }),
    }),
    apiCase({
      name: 'deciding something else with the same key',
      refused: 'idempotency_conflict',
      arrange: async () => {
        const world = await waiting();
        const { admin, order } = world;
        await decideOrder(app().deps, admin.actor, { id: order.id, decision: 'reject', requestId: DECISION_ID });
        return world;
      },
      ...decide('complete', 'done'),
      input: ({ order }) => ({ id: order.id, decision: 'complete', requestId: DECISION_ID }),
      headers: () => ({ 'idempotency-key': KEY }),
    }),
    apiCase({
      name: 'approving what was rejected, the money being spent',
      refused: 'insufficient_balance',
      arrange: async () => {
        const world = await after('reject')();
        await makeOrder(app().db, world.customer, { quantity: 4500 });
        return world;
      },
      ...decide('complete', 'done'),
    }),
    apiCase({
      name: 'approving an order that is not there',
      refused: 'not_found',
      arrange: waiting,
      ...decide('complete', 'done'),
      input: () => ({ id: 999_999, decision: 'complete' }),
      request: () => ({ params: { id: 999_999 }, body: { status: 'done' } }),
    }),
    apiCase({
      name: 'approving by a customer',
      refused: 'forbidden',
      arrange: waiting,
      ...decide('complete', 'done'),
      caller: ({ customer }) => customer,
    }),
  ];
}

function reading(app: () => TestApp) {
  const arrange = async () => {
    const customer = await makeCustomer(app(), dollars(5));
    const people = { customer, other: await makeCustomer(app()), admin: await makeSignedInAdmin(app()) };
    return { ...people, order: await makeOrder(app().db, customer) };
  };
  return (['customer', 'other', 'admin'] as const).map((who) =>
    apiCase({
      name: `one order, for ${{ customer: 'its customer', other: 'another customer', admin: 'an admin' }[who]}`,
      ...(who === 'other' && { refused: 'not_found' as const }),
      arrange,
      caller: (world) => world[who],
      procedure: who === 'admin' ? 'admin.orders.get' : 'orders.get',
      input: ({ order }) => ({ id: order.id }),
      operation: 'GET /api/v1/order/{id}',
      request: ({ order }) => ({ params: { id: order.id } }),
    }),
  );
}

function listing(app: () => TestApp) {
  const list = {
    arrange: async () => ({ admin: await makeSignedInAdmin(app()), customer: await makeCustomer(app()) }),
  };
  return [
    apiCase({
      ...list,
      name: "everybody's orders, for an admin",
      caller: ({ admin }) => admin,
      procedure: 'admin.orders.list',
      input: () => ({}),
      operation: 'GET /api/v1/service/getAllOrders',
    }),
    apiCase({
      ...list,
      name: 'own orders',
      caller: ({ customer }) => customer,
      procedure: 'orders.list',
      input: () => ({}),
      operation: 'GET /api/v1/service/getServiceByUserId',
    }),
  ];
}

async function walletAndOrders({ db }: TestApp, { id }: Person) {
  const [wallet] = await db
    .select({ balanceNanos: accounts.balanceNanos })
    .from(accounts)
    .where(eq(accounts.userId, id));
  const placed = await db
    .select({ quantity: orders.quantity, link: orders.link, chargeNanos: orders.chargeNanos, status: orders.status })
    .from(orders)
    .where(eq(orders.userId, id))
    .orderBy(orders.id);
  return { ...wallet, placed };
}
