import { deskChoices, deskCounts } from '#shared/desk.ts';
import { adminProcedure, router } from '../../trpc.ts';
import { countDesk } from './count-desk.ts';
import { listChoices } from './list-choices.ts';

export const adminDeskRouter = router({
  counts: adminProcedure.output(deskCounts).query(({ ctx }) => countDesk(ctx.deps.db, ctx.actor)),
  choices: adminProcedure.output(deskChoices).query(({ ctx }) => listChoices(ctx.deps.db, ctx.actor)),
});
