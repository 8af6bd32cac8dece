import { protectedProcedure, router } from '../../trpc.ts';

export const liveRouter = router({
  changes: protectedProcedure.subscription(({ ctx, signal }) => ctx.deps.live.open(ctx, signal)),
});
