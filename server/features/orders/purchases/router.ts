import { adminProcedure, keyedAdminProcedure, router } from '#server/base/trpc.ts';
import { stillRunning } from '#shared/background-calls.ts';
import { estimateForwardsInput, forwardEstimate } from '#shared/forward-estimates.ts';
import {
  correctCostInput,
  countByWordsInput,
  countedByWords,
  forwardCounts,
  forwardCountsInput,
  forwardIdInput,
  forwardListInput,
  forwardPage,
  forwardWithHistory,
  settledForward,
  settleForwardInput,
  startedForwards,
  startForwardsInput,
} from '#shared/forwards.ts';
import { refreshedForward, resolveForwardInput } from '#shared/supplier-status.ts';
import { correctCost } from './correct-cost.ts';
import { estimateForwards } from './estimate-forwards.ts';
import { getForward } from './get-forward.ts';
import { countForwards, listForwards } from './list-forwards.ts';
import { askToRefresh } from './refresh-forward.ts';
import { resolveForward } from './resolve-forward.ts';
import { countByWords } from './settle-by-words.ts';
import { settleForward } from './settle-forward.ts';
import { startForwards } from './start-forwards.ts';

export const adminForwardsRouter = router({
  list: adminProcedure
    .input(forwardListInput)
    .output(forwardPage)
    .query(({ ctx, input }) => listForwards(ctx.deps.db, ctx.actor, input)),
  counts: adminProcedure
    .input(forwardCountsInput)
    .output(forwardCounts)
    .query(({ ctx, input }) => countForwards(ctx.deps.db, ctx.actor, input)),
  get: adminProcedure
    .input(forwardIdInput)
    .output(forwardWithHistory)
    .query(({ ctx, input }) => getForward(ctx.deps.db, ctx.actor, input)),
  settle: keyedAdminProcedure
    .input(settleForwardInput)
    .output(settledForward)
    .mutation(({ ctx, input }) => settleForward(ctx.deps, ctx.actor, input)),
  countByWords: adminProcedure
    .input(countByWordsInput)
    .output(countedByWords)
    .query(({ ctx, input }) => countByWords(ctx.deps.db, ctx.actor, input)),
  refresh: adminProcedure
    .input(forwardIdInput)
    .output(refreshedForward.or(stillRunning))
    .mutation(({ ctx, input }) => askToRefresh(ctx.deps, ctx.actor, input)),
  resolve: adminProcedure
    .input(resolveForwardInput)
    .output(settledForward)
    .mutation(({ ctx, input }) => resolveForward(ctx.deps, ctx.actor, input)),
  correctCost: keyedAdminProcedure
    .input(correctCostInput)
    .output(settledForward)
    .mutation(({ ctx, input }) => correctCost(ctx.deps, ctx.actor, input)),
  estimate: adminProcedure
    .input(estimateForwardsInput)
    .output(forwardEstimate)
    .query(({ ctx, input }) => estimateForwards(ctx.deps.db, ctx.actor, input)),
  start: keyedAdminProcedure
    .input(startForwardsInput)
    .output(startedForwards)
    .mutation(({ ctx, input }) => startForwards(ctx.deps, ctx.actor, input)),
});
