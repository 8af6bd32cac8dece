import { z } from 'zod';
import { moment } from './moment.ts';
import { id } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { pageInput, pageOf } from './paging.ts';
import { text } from './text.ts';

/** A banner appears above every page; the others have a page of their own. */
export const noticeKinds = ['banner', 'page'] as const;
export const noticeLevels = ['info', 'warning'] as const;

const noticeFields = {
  title: text({
    missing: 'Title is required',
    max: [120, 'Title must be at most 120 characters'],
    form: [isOneLine, 'Title must be one line, without control characters'],
  }),
  body: text({ missing: 'Text is required', max: [4000, 'Text must be at most 4000 characters'] }),
  kind: z.enum(noticeKinds),
  level: z.enum(noticeLevels),
  /** Without it a new notice starts at once, and an edited one keeps its start. */
  startsAt: moment('Start').nullish(),
  /** Without it the notice has no end. */
  endsAt: moment('End').nullish(),
  /** Whether readers can dismiss it. */
  dismissible: z.boolean(),
};

interface Period {
  startsAt?: Date | null | undefined;
  endsAt?: Date | null | undefined;
}

export const endBeforeStartMessage = 'The end must be after the start';
const endsAfterStart = ({ startsAt, endsAt }: Period) => !startsAt || !endsAt || endsAt > startsAt;
const endBeforeStart = { path: ['endsAt'], message: endBeforeStartMessage };

export const createNoticeInput = z.strictObject(noticeFields).refine(endsAfterStart, endBeforeStart);
export const updateNoticeInput = z.strictObject({ id, ...noticeFields }).refine(endsAfterStart, endBeforeStart);
export const noticeIdInput = z.strictObject({ id });
export type CreateNoticeInput = z.output<typeof createNoticeInput>;
export type UpdateNoticeInput = z.output<typeof updateNoticeInput>;

/** A notice as everybody sees it. */
export const noticeOut = z.object({
  id,
  title: z.string(),
  body: z.string(),
  kind: z.enum(noticeKinds),
  level: z.enum(noticeLevels),
  dismissible: z.boolean(),
  startsAt: z.date(),
  endsAt: z.date().nullable(),
  /** A dismissed notice is shown again after it has changed. */
  updatedAt: z.date(),
});
export type NoticeOut = z.output<typeof noticeOut>;

export const noticeListInput = pageInput;
export type NoticeListInput = z.output<typeof noticeListInput>;
export const noticePage = pageOf(noticeOut);
export type NoticePage = z.output<typeof noticePage>;
