import { type SQL, sql } from 'drizzle-orm';

/**
 * When the status of a forward is asked for next, in SQL over the alias `f` of its row: 1, 3 and 10 minutes after it was accepted, then
 * every 15 minutes. After the order's end it is asked for once a day for a week, because suppliers correct themselves, and then never. One
 * that is never asked for stays so.
 * @param endedAt when the order ended, or null
 */
export const nextStatusAt = (endedAt: SQL): SQL => sql`case
  when f.status_due_at is null then null
  when ${endedAt} < now() - interval '7 days' then null
  when ${endedAt} is not null then now() + interval '1 day'
  when now() < f.accepted_at + interval '1 minute' then f.accepted_at + interval '1 minute'
  when now() < f.accepted_at + interval '3 minutes' then f.accepted_at + interval '3 minutes'
  when now() < f.accepted_at + interval '10 minutes' then f.accepted_at + interval '10 minutes'
  else now() + interval '15 minutes' end`;

/**
 * Whether the status may be asked for now, to fill a call that is made anyway: a young order's when it is due, others' five minutes
 * earlier. The first line is for the index.
 */
export const isDueSoon: SQL = sql`f.status_due_at <= now() + interval '5 minutes'
  and (f.status_due_at <= now() or f.accepted_at < now() - interval '10 minutes')`;
