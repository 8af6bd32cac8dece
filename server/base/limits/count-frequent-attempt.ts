import { batched } from '#db/batch.ts';
import type { Db } from '#db/client.ts';
import { perDatabase } from '#db/per-database.ts';
import {
  type GrantedAttempts,
  type RateLimit,
  type RequestedAttempts,
  takeAttempts,
  takeAttemptsOfMany,
  tooMany,
} from './rate-limit.ts';

/** Small compared to the limit, because attempts that one server has taken and not used are missing at another. */
const BLOCKS_PER_LIMIT = 30;
const LARGEST_BLOCK = 20;
/** Above this many, the oldest block is dropped. */
const MOST_BLOCKS = 10_000;

/** Attempts that the database has counted, and this server has not used up yet. */
interface Block {
  left: number;
  /** What the window had left for others when the block was taken. */
  remainingBeyond: number;
  /** The window has no more. */
  isLast: boolean;
  endsAtMs: number;
}

type Blocks = Map<string, Promise<Block>>;

/** The attempts of the window that are left, as far as this server knows. */
export interface AttemptsLeft {
  remaining: number;
  secondsLeft: number;
}

interface Counter {
  blocks: Blocks;
  /** Blocks requested at the same time are taken in one statement. */
  take: (request: RequestedAttempts) => Promise<GrantedAttempts>;
}

const counterOf = perDatabase((db): Counter => ({ blocks: new Map(), take: batched((all) => takeAll(db, all)) }));

/**
 * Counts an attempt like `countAttempt`, for attempts that may come many times a second: they are taken from the database in blocks, so
 * that most of them cost no statement. All servers together never exceed the limit. If several share one key, the last block of each
 * may stay unused, and a caller is refused that much earlier.
 * @returns the attempts that are left
 * @throws DomainError `too_many_requests`, with the time to wait
 */
export async function countFrequentAttempt(db: Db, key: string, rateLimit: RateLimit): Promise<AttemptsLeft> {
  const counter = counterOf(db);
  const { blocks } = counter;
  for (;;) {
    const taking = blocks.get(key) ?? takeBlock(counter, key, rateLimit);
    const block = await taking;
    const secondsLeft = (block.endsAtMs - performance.now()) / 1000;
    const isOver = secondsLeft <= 0;
    if (!isOver && block.left-- > 0) return { remaining: block.left + block.remainingBeyond, secondsLeft };
    if (!isOver && block.isLast) throw tooMany(secondsLeft);
    // The first caller takes the next block for all that wait.
    forget(blocks, key, taking);
  }
}

function takeBlock({ blocks, take }: Counter, key: string, rateLimit: RateLimit): Promise<Block> {
  const size = Math.min(LARGEST_BLOCK, Math.max(1, Math.floor(rateLimit.limit / BLOCKS_PER_LIMIT)));
  const taking = take({ key, count: size, rateLimit }).then(({ granted, remaining, secondsLeft }) => ({
    left: granted,
    remainingBeyond: remaining,
    isLast: granted < size,
    endsAtMs: performance.now() + secondsLeft * 1000,
  }));
  blocks.set(key, taking);
  taking.catch(() => forget(blocks, key, taking));
  const [oldest] = blocks.keys();
  if (blocks.size > MOST_BLOCKS && oldest !== undefined) blocks.delete(oldest);
  return taking;
}

function forget(blocks: Blocks, key: string, block: Promise<Block>): void {
  if (blocks.get(key) === block) blocks.delete(key);
}

async function takeAll(db: Db, all: readonly RequestedAttempts[]): Promise<GrantedAttempts[]> {
  const keys = new Set(all.map(({ key }) => key));
  if (keys.size === all.length) return takeAttemptsOfMany(db, all);
  // If a block was dropped while being taken, its callers have requested another one.
  return Promise.all(all.map(({ key, count, rateLimit }) => takeAttempts(db, key, count, rateLimit)));
}
