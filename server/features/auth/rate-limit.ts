import { isIPv6 } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { rateLimits } from '../../../db/schema/sessions.ts';
import { DomainError } from '../../errors.ts';

const FAILURES_WINDOW_SECONDS = 15 * 60;
const FIRST_DELAY_SECONDS = 60;

/**
 * Counts an attempt before its work is done, for all servers on this database. The window is fixed and starts with the
 * first attempt.
 * @param key what is limited and for whom, such as `recharge:17`
 * @throws DomainError `too_many_requests`, with when to try again, for every attempt beyond `limit`
 */
export async function countAttempt(
  db: Db,
  key: string,
  { limit, windowSeconds }: { limit: number; windowSeconds: number },
): Promise<void> {
  const [row] = await db.execute<{ count: number; seconds: number }>(sql`
    insert into rate_limits as r (key, count, window_ends_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when r.window_ends_at <= now() then 1 else least(r.count + 1, 1000000000) end,
      window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
    returning count, ceil(extract(epoch from window_ends_at - now()))::int as seconds`);
  if (row && row.count > limit) throw tooMany(row.seconds);
}

/**
 * Counts a try at a password as a failure before it is compared, so that guesses at the same moment can't slip through;
 * `forgetFailures` takes them back after a success. The first `limit` are free; after that each one more must wait, a
 * minute at first and twice as long every time, until none was made for 15 minutes. What is refused is not counted: a
 * guesser can't keep the owner out for ever.
 * @throws DomainError `too_many_requests` with when to try again
 */
export async function countFailure(db: Db, key: string, limit: number): Promise<void> {
  const window = sql`make_interval(secs => ${FAILURES_WINDOW_SECONDS})`;
  // The window slides with each failure, so its end tells when the last one was.
  const mayTryAt = sql`r.window_ends_at - ${window} + make_interval(secs =>
    least(${FIRST_DELAY_SECONDS} * power(2, least(r.count - ${limit}, 20)), ${FAILURES_WINDOW_SECONDS}))`;
  const counted = await db.execute(sql`
    insert into rate_limits as r (key, count, window_ends_at) values (${key}, 1, now() + ${window})
    on conflict (key) do update set
      count = case when r.window_ends_at <= now() then 1 else r.count + 1 end,
      window_ends_at = excluded.window_ends_at
    where r.window_ends_at <= now() or r.count < ${limit} or ${mayTryAt} <= now()
    returning count`);
  if (counted.length > 0) return;
  const [row] = await db.execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from ${mayTryAt} - now()))::int as seconds from rate_limits r where key = ${key}`);
  throw tooMany(row?.seconds ?? 1);
}

/** A success: earlier failures no longer count. */
export async function forgetFailures(db: Pick<Db, 'delete'>, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Whoever has one IPv6 address has the whole /64 it is in, so that is what counts. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

function tooMany(seconds: number): DomainError {
  return new DomainError('too_many_requests', { details: { retryAfterSeconds: Math.max(1, seconds) } });
}
