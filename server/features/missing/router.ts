import { missingEntry, missingListInput, missingPage, settleMissingInput } from '#shared/missing.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { listMissing } from './list-missing.ts';
import { settleMissing } from './settle-missing.ts';

export const adminMissingRouter = router({
  list: adminProcedure
    .input(missingListInput)
    .output(missingPage)
    .query(({ ctx, input }) => listMissing(ctx.deps.db, ctx.actor, input)),
  settle: adminProcedure
    .input(settleMissingInput)
    .output(missingEntry)
    .mutation(({ ctx, input }) => settleMissing(ctx.deps.db, ctx.actor, input)),
});
