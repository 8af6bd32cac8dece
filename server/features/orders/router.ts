import { byIdOrRequestId } from '#shared/numbers.ts';
import { checkedLines, checkManyInput, placedLines, placeManyInput } from '#shared/order-lines.ts';
import { setProgressInput } from '#shared/order-progress.ts';
import {
  adminOrder,
  adminOrderFilter,
  adminOrderListInput,
  adminOrderMatchingInput,
  adminOrderPage,
  adminOrderWithEvents,
  decideOrderInput,
  MAX_ORDER_BODY_BYTES,
  orderIdInput,
  orderListInput,
  orderPage,
  orderWithEvents,
  placedOrder,
  placeOrderInput,
} from '#shared/orders.ts';
import { boundedCount } from '#shared/review-queue.ts';
import { adminProcedure, keyedAdminProcedure, keyedProcedure, protectedProcedure, router } from '../../base/trpc.ts';
import { checkMany } from './check-many.ts';
import { decideOrder } from './decide-order.ts';
import { getAnyOrder, getOrder } from './get-order.ts';
import { countMatchingOrders, listAllOrders } from './list-all-orders.ts';
import { listOrders } from './list-orders.ts';
import { placeMany } from './place-many.ts';
import { placeOrder } from './place-order.ts';
import { setProgress } from './set-progress.ts';

/** 500 orders with links of any length, or 30 with as many comments as one can have. */
const MANY_ORDERS_BYTES = 1.5 * 1024 * 1024;

export const ordersRouter = router({
  place: keyedProcedure
    .meta({ longInput: { upToBytes: MAX_ORDER_BODY_BYTES } })
    .input(placeOrderInput)
    .output(placedOrder)
    .mutation(({ ctx, input }) =>
      placeOrder(ctx.deps, ctx.actor, { ...input, madeRequestId: ctx.makeRequestId() }, ctx.deps.config.limits),
    ),
  checkMany: protectedProcedure
    .meta({ longInput: { upToBytes: MANY_ORDERS_BYTES } })
    .input(checkManyInput)
    .output(checkedLines)
    .mutation(({ ctx, input }) => checkMany(ctx.deps.db, ctx.actor, input, ctx.deps.config.limits)),
  placeMany: keyedProcedure
    .meta({ longInput: { upToBytes: MANY_ORDERS_BYTES } })
    .input(placeManyInput)
    .output(placedLines)
    .mutation(({ ctx, input }) => placeMany(ctx.deps, ctx.actor, input, ctx.deps.config.limits)),
  list: protectedProcedure
    .input(orderListInput)
    .output(orderPage)
    .query(({ ctx, input }) => listOrders(ctx.deps.db, ctx.actor, input)),
  get: protectedProcedure
    .input(byIdOrRequestId)
    .output(orderWithEvents)
    .query(({ ctx, input }) => getOrder(ctx.deps.db, ctx.actor, input)),
});

export const adminOrdersRouter = router({
  list: adminProcedure
    .input(adminOrderListInput)
    .output(adminOrderPage)
    .query(({ ctx, input }) => listAllOrders(ctx.deps.db, ctx.actor, input)),
  count: adminProcedure
    .input(adminOrderFilter)
    .output(boundedCount)
    .query(({ ctx, input }) => countMatchingOrders(ctx.deps.db, ctx.actor, input)),
  matching: adminProcedure
    .input(adminOrderMatchingInput)
    .output(adminOrderPage)
    .query(({ ctx, input }) => listAllOrders(ctx.deps.db, ctx.actor, input)),
  get: adminProcedure
    .input(orderIdInput)
    .output(adminOrderWithEvents)
    .query(({ ctx, input }) => getAnyOrder(ctx.deps.db, ctx.actor, input)),
  decide: keyedAdminProcedure
    .input(decideOrderInput)
    .output(adminOrder)
    .mutation(({ ctx, input }) => decideOrder(ctx.deps, ctx.actor, input)),
  setProgress: adminProcedure
    .input(setProgressInput)
    .output(adminOrder)
    .mutation(({ ctx, input }) => setProgress(ctx.deps, ctx.actor, input)),
});
