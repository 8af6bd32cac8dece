import { isIPv6 } from 'node:net';
import { eq, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { rateLimits } from '#db/schema/limits.ts';
import { tooManyRequestsMessage } from '#shared/errors.ts';
import { DomainError } from '../errors.ts';

const FAILURES_WINDOW_SECONDS = 15 * 60;
const FIRST_DELAY_SECONDS = 60;

/** The allowed attempts in a fixed window, which starts with the first of them. */
export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/**
 * Counts an attempt before its work is done, for all servers on this database.
 * @param key what is limited and for whom, such as `recharge:17`
 * @throws DomainError `too_many_requests`, with the time to wait, for every attempt above `limit`
 */
export async function countAttempt(db: Db, key: string, rateLimit: RateLimit): Promise<void> {
  const { granted, secondsLeft } = await takeAttempts(db, key, 1, rateLimit);
  if (granted === 0) throw tooMany(secondsLeft);
}

/** Attempts to count at once. */
export interface RequestedAttempts {
  key: string;
  count: number;
  rateLimit: RateLimit;
}

/** How many of the requested attempts are within the limit, how many the window has left, and how long it lasts. */
export interface GrantedAttempts {
  granted: number;
  remaining: number;
  secondsLeft: number;
}

/** Counts several attempts at once. */
export async function takeAttempts(db: Db, key: string, count: number, rateLimit: RateLimit): Promise<GrantedAttempts> {
  const [taken] = await takeAttemptsOfMany(db, [{ key, count, rateLimit }]);
  if (!taken) throw new Error('Counting attempts returned no row');
  return taken;
}

/**
 * Counts attempts for many keys in one statement.
 * @param all each key once: a statement updates a row only once
 * @returns the granted attempts, in the same order
 */
export async function takeAttemptsOfMany(db: Db, all: readonly RequestedAttempts[]): Promise<GrantedAttempts[]> {
  const keys = all.map(({ key }) => key);
  const counts = all.map((each) => each.count);
  const windows = all.map(({ rateLimit }) => rateLimit.windowSeconds);
  // In the order of the keys, so that two servers never deadlock.
  const rows = await db.$client<{ key: string; count: number; secondsLeft: number }[]>`
    insert into rate_limits as r (key, count, window_ends_at)
    select key, attempts, now() + make_interval(secs => seconds)
    from unnest(${keys}::text[], ${counts}::integer[], ${windows}::float8[]) as requested (key, attempts, seconds)
    order by key
    on conflict (key) do update set
      count = case when r.window_ends_at <= now() then excluded.count else least(r.count + excluded.count, 1000000000) end,
      window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
    returning key, count, extract(epoch from window_ends_at - now())::float8 as "secondsLeft"`;
  const counted = new Map(rows.map((row) => [row.key, row]));
  return all.map((each) => {
    const row = counted.get(each.key);
    if (!row) throw new Error('An upsert without a condition returned no row');
    const beyond = Math.max(0, row.count - each.rateLimit.limit);
    const remaining = Math.max(0, each.rateLimit.limit - row.count);
    return { granted: Math.max(0, each.count - beyond), remaining, secondsLeft: row.secondsLeft };
  });
}

/**
 * Counts a password try as a failure before the comparison, so that simultaneous guesses can't slip through; `deleteFailures` removes
 * it after a success. The first `limit` are free. Each further one must wait, a minute at first and twice as long every time, until
 * there was none for 15 minutes. A refused try is not counted: a guesser can't lock the owner out for ever.
 * @throws DomainError `too_many_requests` with the time to wait
 */
export async function countFailure(db: Db, key: string, limit: number): Promise<void> {
  const client = db.$client;
  const window = client`make_interval(secs => ${FAILURES_WINDOW_SECONDS})`;
  // Each failure moves the window, so its end determines the time of the last one.
  const mayTryAt = client`r.window_ends_at - ${window} + make_interval(secs =>
    least(${FIRST_DELAY_SECONDS} * power(2, least(r.count - ${limit}, 20)), ${FAILURES_WINDOW_SECONDS}))`;
  const counted = await client`
    insert into rate_limits as r (key, count, window_ends_at) values (${key}, 1, now() + ${window})
    on conflict (key) do update set
      count = case when r.window_ends_at <= now() then 1 else r.count + 1 end,
      window_ends_at = excluded.window_ends_at
    where r.window_ends_at <= now() or r.count < ${limit} or ${mayTryAt} <= now()
    returning count`;
  if (counted.length > 0) return;
  const [row] = await client<{ seconds: number }[]>`
    select extract(epoch from ${mayTryAt} - now())::float8 as seconds from rate_limits r where key = ${key}`;
  throw tooMany(row?.seconds ?? 1);
}

/** After a success: earlier failures do not count any more. */
export async function deleteFailures(db: Pick<Db, 'delete'>, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key)).prepare('forget_failures').execute();
}

/** For a failure that was counted before the work, which then did not happen. */
export async function takeBackFailure(db: Pick<Db, 'update'>, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, key))
    .prepare('take_back_failure')
    .execute();
}

/** Deletes a key and all its sub-keys, which begin with the key and a colon. */
export async function deleteFailuresBelow(db: Pick<Db, 'delete'>, key: string): Promise<void> {
  await db.delete(rateLimits).where(or(eq(rateLimits.key, key), sql`starts_with(${rateLimits.key}, ${`${key}:`})`));
}

/** The /64 network of an IPv6 address: one customer has all of it. */
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

/** The error for an attempt that may be repeated in `seconds`. */
export function tooMany(seconds: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new DomainError('too_many_requests', {
    message: tooManyRequestsMessage(retryAfterSeconds),
    details: { retryAfterSeconds },
  });
}

/**
 * Deletes counts whose window is over: the next attempt starts a new one in any case. Safe to run at any time and on several servers at
 * once.
 */
export async function deleteEndedLimits(db: Db): Promise<void> {
  await db.execute(sql`
    delete from rate_limits where key in (
      select key from rate_limits where window_ends_at <= now() for update skip locked)`);
}
