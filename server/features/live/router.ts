import { protectedProcedure, router } from '../../trpc.ts';

export const liveRouter = router({
  changes: protectedProcedure
    .meta({ isStream: true })
    .subscription(({ ctx, signal }) => ctx.deps.live.open(ctx, signal)),
});
