import { z } from 'zod';
import { done } from '#shared/done.ts';
import {
  createNoticeInput,
  noticeIdInput,
  noticeListInput,
  noticeOut,
  noticePage,
  updateNoticeInput,
} from '#shared/notices.ts';
import { adminProcedure, publicProcedure, router } from '../../base/trpc.ts';
import { createNotice } from './create-notice.ts';
import { deleteNotice } from './delete-notice.ts';
import { listAllNotices } from './list-all-notices.ts';
import { listNotices } from './list-notices.ts';
import { updateNotice } from './update-notice.ts';

export const noticesRouter = router({
  list: publicProcedure
    .meta({ cached: { until: 'notices' } })
    .output(z.array(noticeOut))
    .query(({ ctx }) => listNotices(ctx.deps.db)),
});

export const adminNoticesRouter = router({
  list: adminProcedure
    .input(noticeListInput)
    .output(noticePage)
    .query(({ ctx, input }) => listAllNotices(ctx.deps.db, ctx.actor, input)),
  create: adminProcedure
    .input(createNoticeInput)
    .output(noticeOut)
    .mutation(({ ctx, input }) => createNotice(ctx.deps, ctx.actor, input)),
  update: adminProcedure
    .input(updateNoticeInput)
    .output(noticeOut)
    .mutation(({ ctx, input }) => updateNotice(ctx.deps, ctx.actor, input)),
  delete: adminProcedure
    .input(noticeIdInput)
    .output(done)
    .mutation(({ ctx, input }) => deleteNotice(ctx.deps, ctx.actor, input)),
});
