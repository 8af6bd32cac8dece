import type { Db } from '#db/client.ts';

/** A bucket holds a minute's tokens and is filled evenly. */
export interface TokenBucket {
  /** What is limited and for whom, such as `supplier:17`. */
  key: string;
  perMinute: number;
}

const MS_PER_MINUTE = 60_000;

/**
 * Takes a token for all servers of this database. The bucket is one row: the time at which it is full again. Without a row it is full,
 * so `deleteEndedLimits` may delete the row then.
 * @returns 0 if one was taken, otherwise the milliseconds until one can be
 */
export async function takeToken(db: Db, { key, perMinute }: TokenBucket): Promise<number> {
  const tokensMs = MS_PER_MINUTE / perMinute;
  // The clock is read after the wait for the row: the statement's own time may be before that of another server's token.
  const taken = await db.$client`
    insert into rate_limits as r (key, count, window_ends_at) values (${key}, 1, clock_timestamp() + ${tokensMs} * interval '1 ms')
    on conflict (key) do update set
      count = least(r.count + 1, 1000000000),
      window_ends_at = greatest(r.window_ends_at, clock_timestamp()) + ${tokensMs} * interval '1 ms'
    where greatest(r.window_ends_at, clock_timestamp()) + ${tokensMs} * interval '1 ms'
      <= clock_timestamp() + ${MS_PER_MINUTE} * interval '1 ms'
    returning 1`;
  if (taken.length > 0) return 0;
  const [row] = await db.$client<{ fullInMs: number }[]>`
    select extract(epoch from window_ends_at - now())::float8 * 1000 as "fullInMs" from rate_limits where key = ${key}`;
  return Math.max(1, Math.ceil((row?.fullInMs ?? 0) + tokensMs - MS_PER_MINUTE));
}

/** Takes tokens for what was done already: the bucket may owe them afterwards. */
export async function oweTokens(db: Db, { key, perMinute }: TokenBucket, count: number): Promise<void> {
  const tokensMs = (count * MS_PER_MINUTE) / perMinute;
  await db.$client`
    insert into rate_limits as r (key, count, window_ends_at) values (${key}, 1, now() + ${tokensMs} * interval '1 ms')
    on conflict (key) do update set window_ends_at = greatest(r.window_ends_at, now()) + ${tokensMs} * interval '1 ms'`;
}
