import { adminStats, ownStats, periodComparison, shopMoney, shopMoneyInput, shopStats } from '#shared/stats.ts';
import { adminProcedure, protectedProcedure, publicProcedure, router } from '../../base/trpc.ts';
import { comparePeriods } from './compare-periods.ts';
import { readAdminStats } from './read-admin-stats.ts';
import { readOwnStats } from './read-own-stats.ts';
import { readShopMoney } from './read-shop-money.ts';
import { readShopStats } from './read-shop-stats.ts';

export const statsRouter = router({
  shop: publicProcedure
    .meta({ cached: { until: 'services' } })
    .output(shopStats)
    .query(({ ctx }) => readShopStats(ctx.deps.db)),
  mine: protectedProcedure.output(ownStats).query(({ ctx }) => readOwnStats(ctx.deps.db, ctx.actor)),
});

/** `admin.stats` is one procedure, not a router. */
export const adminStatsProcedure = adminProcedure
  .output(adminStats)
  .query(({ ctx }) => readAdminStats(ctx.deps.reads, ctx.actor));

/** `admin.money` is one as well. */
export const adminMoneyProcedure = adminProcedure
  .input(shopMoneyInput)
  .output(shopMoney)
  .query(({ ctx, input }) => readShopMoney(ctx.deps.db, ctx.actor, input));

/** `admin.comparison` too. */
export const adminComparisonProcedure = adminProcedure
  .input(shopMoneyInput)
  .output(periodComparison)
  .query(({ ctx, input }) => comparePeriods(ctx.deps.reads, ctx.actor, input));
