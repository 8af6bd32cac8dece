import {
  adminRecharge,
  adminRechargeFilter,
  adminRechargeListInput,
  adminRechargeMatchingInput,
  adminRechargePage,
  decideRechargeInput,
  methodNamesOut,
  methodsOut,
  rechargeIdInput,
  rechargeListInput,
  rechargeOut,
  rechargePage,
  requestRechargeInput,
  reverseRechargeInput,
  sameReferenceOut,
} from '#shared/balance.ts';
import { byIdOrRequestId } from '#shared/numbers.ts';
import { boundedCount } from '#shared/review-queue.ts';
import {
  adminProcedure,
  keyedAdminProcedure,
  keyedProcedure,
  protectedProcedure,
  publicProcedure,
  router,
} from '../../base/trpc.ts';
import { decideRecharge } from './decide-recharge.ts';
import { getAnyRecharge, getRecharge } from './get-recharge.ts';
import { countMatchingRecharges, listAllRecharges } from './list-all-recharges.ts';
import { listMethodNames } from './list-method-names.ts';
import { listMethods } from './list-methods.ts';
import { listRecharges } from './list-recharges.ts';
import { listSameReference } from './list-same-reference.ts';
import { requestRecharge } from './request-recharge.ts';
import { reverseRecharge } from './reverse-recharge.ts';

export const rechargesRouter = router({
  methodNames: publicProcedure
    .meta({ cached: { until: 'settings' } })
    .output(methodNamesOut)
    .query(({ ctx }) => listMethodNames(ctx.deps.db, { withSamples: !ctx.deps.config.production })),
  methods: protectedProcedure
    .output(methodsOut)
    .query(({ ctx }) => listMethods(ctx.deps.db, { withSamples: !ctx.deps.config.production })),
  requestRecharge: keyedProcedure
    .input(requestRechargeInput)
    .output(rechargeOut)
    .mutation(({ ctx, input }) =>
      requestRecharge(ctx.deps, ctx.actor, { ...input, madeRequestId: ctx.makeRequestId() }, ctx.deps.config),
    ),
  recharges: protectedProcedure
    .input(rechargeListInput)
    .output(rechargePage)
    .query(({ ctx, input }) => listRecharges(ctx.deps.db, ctx.actor, input)),
  recharge: protectedProcedure
    .input(byIdOrRequestId)
    .output(rechargeOut)
    .query(({ ctx, input }) => getRecharge(ctx.deps.db, ctx.actor, input)),
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
