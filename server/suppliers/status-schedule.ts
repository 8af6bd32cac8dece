import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { deliveryTimes } from '../base/lists/delivery-times.ts';

/** Minutes after which a tenth, and nine tenths, of a service's deliveries were done. */
export interface UsualTime {
  soonest: number;
  latest: number;
}

/** While a service has too few deliveries to be measured. */
const UNMEASURED: UsualTime = { soonest: 0, latest: 24 * 60 };

/** @returns the usual time of each service, by its id */
export async function usualTimes(db: Db): Promise<(serviceId: number) => UsualTime> {
  const measured = await deliveryTimes.get(db);
  return (serviceId) => {
    const time = measured.get(serviceId);
    return time ? { soonest: time.p10Minutes, latest: time.p90Minutes } : UNMEASURED;
  };
}

/** Least and most minutes between two looks at an order within its usual time, and the most outside of it. */
const NEAR_LEAST = 5;
const NEAR_MOST = 30;
const FAR_MOST = 180;

/**
 * An assignment of SQL over the alias `f`: when the status of a forward is asked for next, and when the supplier has fallen behind, which
 * is after twice the interval. It is asked for 1, 3 and 10 minutes after it was accepted. Then the interval is a twelfth of its age, from 5
 * to 30 minutes, within its service's usual time; outside, an eighth of the distance to that if it is more, up to 3 hours. So a service
 * that has become quicker is noticed, too. After the order's end it is asked for once a day for a week, because suppliers correct
 * themselves, and then never. One that is never asked for stays so.
 * @param endedAt when the order ended, or null
 * @param usual in minutes
 */
export const nextStatus = (endedAt: SQL, { soonest, latest }: Record<keyof UsualTime, SQL | number>): SQL => sql`
  (status_due_at, status_late_at) = (
    select now() + every, now() + 2 * every from (
      select case
        when f.status_due_at is null or ${endedAt} < now() - interval '7 days' then null
        when ${endedAt} is not null then interval '1 day'
        when minutes < 1 then f.accepted_at + interval '1 minute' - now()
        when minutes < 3 then f.accepted_at + interval '3 minutes' - now()
        when minutes < 10 then f.accepted_at + interval '10 minutes' - now()
        else least(greatest(
          least(greatest(minutes / 12, ${NEAR_LEAST}::int), ${NEAR_MOST}::int), (${soonest} - minutes) / 8, (minutes - ${latest}) / 8
        ), ${FAR_MOST}::int) * interval '1 minute' end as every
      from (select extract(epoch from now() - f.accepted_at)::float8 / 60 as minutes) age
    ) pace)`;

/**
 * Whether the status may be asked for now, to fill a call that is made anyway: a young order's when it is due, others' a third of their
 * interval earlier, at most five minutes. The first line is for the index.
 */
export const isDueSoon: SQL = sql`f.status_due_at <= now() + interval '5 minutes'
  and (f.status_due_at <= now() or f.accepted_at < now() - interval '10 minutes'
    and f.status_due_at <= now() + coalesce(f.status_late_at - f.status_due_at, interval '15 minutes') / 3)`;

/** Whether the order is open at its supplier and its status is asked for, in SQL over `f`. Like the index. */
export const isAskedFor: SQL = sql`f.ended_at is null and f.status_due_at is not null`;

/** Whether it was not asked for, or not answered, for longer than twice its interval. */
export const isBehind: SQL = sql`${isAskedFor} and f.status_late_at < now()`;
