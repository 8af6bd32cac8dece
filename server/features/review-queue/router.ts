import { queueChoices, queueCounts } from '#shared/review-queue.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { countReviewQueue } from './count-review-queue.ts';
import { listChoices } from './list-choices.ts';

export const adminReviewQueueRouter = router({
  counts: adminProcedure.output(queueCounts).query(({ ctx }) => countReviewQueue(ctx.deps.db, ctx.actor)),
  choices: adminProcedure.output(queueChoices).query(({ ctx }) => listChoices(ctx.deps.db, ctx.actor)),
});
