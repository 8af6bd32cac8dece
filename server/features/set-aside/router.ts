import { done } from '#shared/done.ts';
import { setAsideListInput, setAsidePage, tryAgainInput } from '#shared/set-aside.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { listSetAside } from './list-set-aside.ts';
import { tryAgain } from './try-again.ts';

export const adminSetAsideRouter = router({
  list: adminProcedure
    .input(setAsideListInput)
    .output(setAsidePage)
    .query(({ ctx, input }) => listSetAside(ctx.deps.db, ctx.actor, input)),
  tryAgain: adminProcedure
    .input(tryAgainInput)
    .output(done)
    .mutation(({ ctx, input }) => tryAgain(ctx.deps, ctx.actor, input)),
});
