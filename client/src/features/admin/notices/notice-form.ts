import { z } from 'zod';
import { moment } from '#shared/moment.ts';
import { createNoticeInput, endBeforeStartMessage } from '#shared/notices.ts';
import { momentOfWall, wallTime } from '#shared/time-zone.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import type { Outputs } from '../../../lib/trpc.ts';

export type Notice = Outputs['admin']['notices']['list']['items'][number];

const { title, body, kind, level, dismissible } = createNoticeInput.shape;

/** A typed local time in the shop's time zone, or nothing; the procedure expects it with its offset. */
function typedMoment(label: string) {
  return z
    .string()
    .refine((typed) => typed === '' || isMoment(label, typed), `${label} must be a date and time`)
    .transform((typed) => (typed === '' ? null : momentOfWall(typed, $timeZone.get()).toISOString()));
}

function isMoment(label: string, typed: string): boolean {
  const at = momentOfWall(typed, $timeZone.get());
  return !Number.isNaN(at.getTime()) && moment(label).safeParse(at.toISOString()).success;
}

/** The form of a notice: text in, the procedures' input out. */
export const noticeForm = z
  .object({
    title,
    body,
    kind,
    level,
    dismissible,
    startsAt: typedMoment('Start'),
    endsAt: typedMoment('End'),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || endsAt > startsAt, {
    path: ['endsAt'],
    message: endBeforeStartMessage,
  });
export type TypedNotice = z.input<typeof noticeForm>;

/** The initial values of a new notice. */
export const blankNotice: TypedNotice = {
  title: '',
  body: '',
  kind: 'banner',
  level: 'info',
  dismissible: true,
  startsAt: '',
  endsAt: '',
};

/** A typed local time as a moment; undefined for nothing, or anything else. */
export function momentTyped(typed: string): string | undefined {
  return typed !== '' && isMoment('Start', typed) ? momentOfWall(typed, $timeZone.get()).toISOString() : undefined;
}

/** A notice's form values. */
export function typedNotice({ id: _id, updatedAt: _updatedAt, startsAt, endsAt, ...notice }: Notice): TypedNotice {
  const typed = (at: string) => wallTime(new Date(at), $timeZone.get());
  return { ...notice, startsAt: typed(startsAt), endsAt: endsAt === null ? '' : typed(endsAt) };
}

/** Whether a notice is displayed at a moment. */
export function stateOf(
  { startsAt, endsAt }: Pick<Notice, 'startsAt' | 'endsAt'>,
  now: Date,
): 'now' | 'later' | 'over' {
  if (new Date(startsAt) > now) return 'later';
  return endsAt !== null && new Date(endsAt) <= now ? 'over' : 'now';
}
