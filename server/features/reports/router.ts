import { attention, profitInput, profitPage } from '#shared/reports.ts';
import { adminProcedure, router } from '../../trpc.ts';
import { readAttention } from './read-attention.ts';
import { reportProfit } from './report-profit.ts';

export const adminReportsRouter = router({
  profit: adminProcedure
    .input(profitInput)
    .output(profitPage)
    .query(({ ctx, input }) => ctx.deps.reads.run((db) => reportProfit(db, ctx.actor, input))),
  attention: adminProcedure.output(attention).query(({ ctx }) => readAttention(ctx.deps.db, ctx.actor)),
});
