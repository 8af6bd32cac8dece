import { profitInput, profitPage } from '#shared/reports.ts';
import { adminProcedure, router } from '../../trpc.ts';
import { reportProfit } from './report-profit.ts';

export const adminReportsRouter = router({
  profit: adminProcedure
    .input(profitInput)
    .output(profitPage)
    .query(({ ctx, input }) => ctx.deps.reads.run((db) => reportProfit(db, ctx.actor, input))),
});
