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
  /** The window has no more. */
  isLast: boolean;
  endsAtMs: number;
}

type Blocks = Map<string, Promise<Block>>;

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
 * @throws DomainError `too_many_requests`, with the time to wait
 */
export async function countFrequentAttempt(db: Db, key: string, rateLimit: RateLimit): Promise<void> {
  const counter = counterOf(db);
  const { blocks } = counter;
  for (;;) {
    const taking = blocks.get(key) ?? takeBlock(counter, key, rateLimit);
    const block = await taking;
    const isOver = block.endsAtMs <= performance.now();
    if (!isOver && block.left-- > 0) return;
    if (!isOver && block.isLast) throw tooMany((block.endsAtMs - performance.now()) / 1000);
    // The first caller takes the next block for all that wait.
    forget(blocks, key, taking);
  }
}

function takeBlock({ blocks, take }: Counter, key: string, rateLimit: RateLimit): Promise<Block> {
  const size = Math.min(LARGEST_BLOCK, Math.max(1, Math.floor(rateLimit.limit / BLOCKS_PER_LIMIT)));
  const taking = take({ key, count: size, rateLimit }).then(({ granted, secondsLeft }) => ({
    left: granted,
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
