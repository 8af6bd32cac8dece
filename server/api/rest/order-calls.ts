import { z } from 'zod';
import { formatAmount, negate } from '#shared/money.ts';
import { orderFieldInputs, sentFields } from '#shared/order-fields.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import { MAX_ORDER_BODY_BYTES } from '#shared/orders.ts';
import type { Actor } from '#shared/users.ts';
import type { Deps } from '../../base/deps.ts';
import { whoAmI } from '../../features/auth/who-am-i.ts';
import { countAllOrders, countOrders } from '../../features/orders/count-orders.ts';
import { decideOrder } from '../../features/orders/decide-order.ts';
import { getAnyOrder, getOrder } from '../../features/orders/get-order.ts';
import { listAllOrders } from '../../features/orders/list-all-orders.ts';
import { listOrders } from '../../features/orders/list-orders.ts';
import { type Call, defineCall } from './call.ts';
import { shownDollars, toDollars } from './dollars.ts';
import { idParams, numberOrDigits, type PageQuery, pageQuery, readPage } from './parameters.ts';
import { placeOrderAtDisplayedPrice } from './place-order-at-displayed-price.ts';
import { presentOrder, presentOwnOrder } from './present.ts';
import { order, ownOrder } from './shapes.ts';

const decisionOf = { done: 'complete', approved: 'complete', rejected: 'reject' } as const;

/** The statuses for an older client's word. */
const statusesBehind: Record<'pending' | 'done' | 'rejected', OrderStatus[]> = {
  pending: ['pending', 'processing'],
  done: ['completed', 'partial'],
  rejected: ['rejected'],
};
const UPDATED = 'Service status updated successfully';

export const orderCalls: Call[] = [
  defineCall('user', {
    method: 'POST',
    path: '/api/v1/service/buy/{id}',
    summary: 'Order a service; its full price is charged at once',
    procedure: 'orders.place',
    refusals: [
      'service_not_found',
      'comments_required',
      'quantity_out_of_range',
      'amount_too_large',
      'price_changed',
      'insufficient_balance',
      'link_does_not_fit',
      'link_in_use',
      'idempotency_conflict',
      'too_many_requests',
      'busy',
    ],
    message: 'Your service has been successfully purchased.',
    takesKey: true,
    bodyLimitBytes: MAX_ORDER_BODY_BYTES,
    params: idParams,
    body: z.object({
      ...sentFields,
      quantity: numberOrDigits('Quantity', orderFieldInputs.quantity).optional(),
      comments: sentFields.comments.meta({
        description: 'For services that take comments: one a line, or a list',
      }),
      price: shownDollars.optional().meta({
        description: 'The total in dollars that the customer saw; another one than the server computes is refused',
      }),
    }),
    example: { link: 'https://instagram.com/p/abc123', quantity: 1000, price: 0.95 },
    data: ownOrder.extend({ balance: z.number().meta({ description: 'What is left, in dollars' }) }).meta({
      id: 'PlacedOrder',
    }),
    async run({ deps, actor, params, body: { price, ...body }, requestId, makeRequestId }) {
      const made = { requestId, madeRequestId: makeRequestId() };
      const input = { ...body, serviceId: params.id, shownCharge: price, ...made };
      const placed = await placeOrderAtDisplayedPrice(deps, actor, input, deps.config.limits);
      return { data: { ...presentOwnOrder(placed.order, actor.id), balance: toDollars(placed.balanceNanos) } };
    },
  }),
  defineCall('user', {
    method: 'GET',
    path: '/api/v1/service/getAllOrders',
    summary: "Everybody's orders for an admin, for others their own; newest first, in the admins' words",
    procedure: 'admin.orders.list',
    alsoProcedures: ['orders.list'],
    message: 'Orders',
    isList: true,
    query: pageQuery,
    data: z.array(order),
    async run({ deps, actor, query }) {
      const { rows, meta } = await (actor.role === 'admin' ? allOrders : ownOrders)(deps, actor, query);
      return { data: rows.map(presentOrder), meta };
    },
  }),
  defineCall('user', {
    method: 'GET',
    path: '/api/v1/service/getServiceByUserId',
    summary: "The caller's own orders, newest first, in the customers' words",
    procedure: 'orders.list',
    message: 'Orders',
    isList: true,
    query: pageQuery,
    data: z.array(ownOrder),
    async run({ deps, actor, query }) {
      const { rows, meta } = await readOwnOrders(deps, actor, query);
      return { data: rows.map((row) => presentOwnOrder(row, actor.id)), meta };
    },
  }),
  defineCall('user', {
    method: 'GET',
    path: '/api/v1/order/{id}',
    summary: "One order by its id, in the customers' words: the caller's own, for an admin anybody's",
    procedure: 'orders.get',
    alsoProcedures: ['admin.orders.get'],
    refusals: ['not_found'],
    message: 'Order',
    params: idParams,
    data: ownOrder,
    async run({ deps, actor, params }) {
      if (actor.role !== 'admin') return { data: presentOwnOrder(await getOrder(deps.db, actor, params), actor.id) };
      const found = await getAnyOrder(deps.db, actor, params);
      return { data: presentOwnOrder(found, found.user.id) };
    },
  }),
  defineCall('admin', {
    method: 'PUT',
    path: '/api/v1/service/approve/{id}',
    summary:
      "Approve or reject an order, by the order's id; rejecting gives the charge back, approving what was rejected charges it again",
    procedure: 'admin.orders.decide',
    refusals: [
      'not_found',
      'already_decided',
      'order_final',
      'supplier_may_deliver',
      'at_supplier',
      'insufficient_balance',
      'idempotency_conflict',
    ],
    message: UPDATED,
    takesKey: true,
    params: idParams,
    body: z.object({
      status: z.enum(['done', 'approved', 'rejected'], 'Status must be done or rejected'),
      expectedStatus: z
        .enum(['pending', 'done', 'rejected'], 'expectedStatus must be pending, done or rejected')
        .optional()
        .meta({
          description:
            'The status that the admin saw; where the order has another by now, nothing moves and the answer is 409',
        }),
      confirmSupplierMayDeliver: z.boolean().optional().meta({
        description: 'Rejects an order although its supplier may deliver it; without it the answer is 409',
      }),
      confirmAtSupplier: z.boolean().optional().meta({
        description: 'Completes an order although it is at a supplier; without it the answer is 409',
      }),
    }),
    example: { status: 'done', expectedStatus: 'pending' },
    data: order,
    async run({ deps, actor, params, body, requestId }) {
      const decided = await decideOrder(deps, actor, {
        ...params,
        decision: decisionOf[body.status],
        expectedStatus: body.expectedStatus && statusesBehind[body.expectedStatus],
        confirmSupplierMayDeliver: body.confirmSupplierMayDeliver,
        confirmAtSupplier: body.confirmAtSupplier,
        requestId,
      });
      const chargedNanos = negate(decided.movedNanos);
      return {
        data: presentOrder(decided),
        ...(chargedNanos > 0 && { message: `${UPDATED}. The order was charged again: ${formatAmount(chargedNanos)}` }),
      };
    },
  }),
];

function allOrders({ db }: Deps, actor: Actor, query: PageQuery) {
  return readPage(
    query,
    (window) => listAllOrders(db, actor, window),
    () => countAllOrders(db, actor),
  );
}

function readOwnOrders({ db }: Deps, actor: Actor, query: PageQuery) {
  return readPage(
    query,
    (window) => listOrders(db, actor, window),
    () => countOrders(db, actor),
  );
}

async function ownOrders(deps: Deps, actor: Actor, query: PageQuery) {
  const [{ rows, meta }, { id, userName }] = await Promise.all([
    readOwnOrders(deps, actor, query),
    whoAmI(deps.db, actor),
  ]);
  return { rows: rows.map((row) => ({ ...row, user: { id, userName } })), meta };
}
