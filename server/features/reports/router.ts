import { attention, profitInput, profitPage } from '#shared/reports.ts';
import { adminProcedure, router } from '../../trpc.ts';
import { readAttention } from './read-attention.ts';
import { readProfit } from './read-profit.ts';

export const adminReportsRouter = router({
  profit: adminProcedure
    .input(profitInput)
    .output(profitPage)
    .query(({ ctx, input }) => ctx.deps.reads.run((db) => readProfit(db, ctx.actor, input))),
  attention: adminProcedure.output(attention).query(({ ctx }) => readAttention(ctx.deps.db, ctx.actor)),
});
