import {
  adminRecharge,
  adminRechargeFilter,
  adminRechargeListInput,
  adminRechargeMatchingInput,
  adminRechargePage,
  beginRechargeInput,
  begunRecharge,
  correctReferenceInput,
  decideRechargeInput,
  methodNamesOut,
  methodsOut,
  ownRecharge,
  rechargeIdInput,
  rechargeListInput,
  rechargeOut,
  rechargePage,
  requestRechargeInput,
  reverseRechargeInput,
  sameReferenceOut,
  tellPayerInput,
} from '#shared/balance.ts';
import { done } from '#shared/done.ts';
import { byIdOrRequestId } from '#shared/numbers.ts';
import { MAX_ORDER_BODY_BYTES } from '#shared/orders.ts';
import { boundedCount } from '#shared/review-queue.ts';
import {
  adminProcedure,
  assertMayOrder,
  keyedAdminProcedure,
  keyedProcedure,
  protectedProcedure,
  publicProcedure,
  router,
} from '../../base/trpc.ts';
import { beginRecharge, dropBegunRecharge, readBegunRecharge } from './begin-recharge.ts';
import { correctReference, tellPayer } from './correct-reference.ts';
import { decideRecharge } from './decide-recharge.ts';
import { getAnyRecharge, getRecharge } from './get-recharge.ts';
import { countMatchingRecharges, listAllRecharges } from './list-all-recharges.ts';
import { listMethodNames } from './list-method-names.ts';
import { listMethods } from './list-methods.ts';
import { listRecharges } from './list-recharges.ts';
import { listSameReference } from './list-same-reference.ts';
import { requestRecharge } from './request-recharge.ts';
import { reverseRecharge } from './reverse-recharge.ts';
import { callBackThenOrder } from './then-order.ts';

export const rechargesRouter = router({
  methodNames: publicProcedure
    .meta({ cached: { until: 'settings' } })
    .output(methodNamesOut)
    .query(({ ctx }) => listMethodNames(ctx.deps.db, { withSamples: !ctx.deps.config.production })),
  methods: protectedProcedure
    .output(methodsOut)
    .query(({ ctx }) => listMethods(ctx.deps.db, { withSamples: !ctx.deps.config.production })),
  requestRecharge: keyedProcedure
    .meta({ longInput: { upToBytes: MAX_ORDER_BODY_BYTES } })
    .input(requestRechargeInput)
    .output(rechargeOut)
    .mutation(({ ctx, input }) => {
      if (input.thenOrder) assertMayOrder(ctx);
      return requestRecharge(ctx.deps, ctx.actor, { ...input, madeRequestId: ctx.makeRequestId() }, ctx.deps.config);
    }),
  recharges: protectedProcedure
    .input(rechargeListInput)
    .output(rechargePage)
    .query(({ ctx, input }) => listRecharges(ctx.deps.db, ctx.actor, input)),
  recharge: protectedProcedure
    .input(byIdOrRequestId)
    .output(ownRecharge)
    .query(({ ctx, input }) => getRecharge(ctx.deps.db, ctx.actor, input)),
  begin: protectedProcedure
    .meta({ longInput: { upToBytes: MAX_ORDER_BODY_BYTES } })
    .input(beginRechargeInput)
    .output(done)
    .mutation(({ ctx, input }) => {
      if (input.order) assertMayOrder(ctx);
      return beginRecharge(ctx.deps.db, ctx.actor, input, ctx.deps.config);
    }),
  begun: protectedProcedure
    .output(begunRecharge.nullable())
    .query(({ ctx }) => readBegunRecharge(ctx.deps.db, ctx.actor)),
  drop: protectedProcedure.output(done).mutation(({ ctx }) => dropBegunRecharge(ctx.deps.db, ctx.actor)),
  callBack: protectedProcedure
    .input(rechargeIdInput)
    .output(ownRecharge)
    .mutation(({ ctx, input }) => callBackThenOrder(ctx.deps, ctx.actor, input)),
  correctReference: protectedProcedure
    .input(correctReferenceInput)
    .output(ownRecharge)
    .mutation(({ ctx, input }) => correctReference(ctx.deps, ctx.actor, input)),
  tellPayer: protectedProcedure
    .input(tellPayerInput)
    .output(ownRecharge)
    .mutation(({ ctx, input }) => tellPayer(ctx.deps, ctx.actor, input)),
});

export const adminRechargesRouter = router({
  list: adminProcedure
    .input(adminRechargeListInput)
    .output(adminRechargePage)
    .query(({ ctx, input }) => listAllRecharges(ctx.deps.db, ctx.actor, input)),
  count: adminProcedure
    .input(adminRechargeFilter)
    .output(boundedCount)
    .query(({ ctx, input }) => countMatchingRecharges(ctx.deps.db, ctx.actor, input)),
  matching: adminProcedure
    .input(adminRechargeMatchingInput)
    .output(adminRechargePage)
    .query(({ ctx, input }) => listAllRecharges(ctx.deps.db, ctx.actor, input)),
  get: adminProcedure
    .input(rechargeIdInput)
    .output(adminRecharge)
    .query(({ ctx, input }) => getAnyRecharge(ctx.deps.db, ctx.actor, input)),
  decide: adminProcedure
    .input(decideRechargeInput)
    .output(adminRecharge)
    .mutation(({ ctx, input }) => decideRecharge(ctx.deps, ctx.actor, input)),
  sameReference: adminProcedure
    .input(rechargeIdInput)
    .output(sameReferenceOut)
    .query(({ ctx, input }) => listSameReference(ctx.deps.db, ctx.actor, input)),
  reverse: keyedAdminProcedure
    .input(reverseRechargeInput)
    .output(adminRecharge)
    .mutation(({ ctx, input }) => reverseRecharge(ctx.deps, ctx.actor, input)),
});
