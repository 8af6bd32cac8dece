import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { isUnavailable, pgErrorOf } from '#db/errors.ts';
import { minus, NOTHING, type SupplierMicros } from '#shared/supplier-money.ts';
import type { SupplierClient } from '../../suppliers/protocols/client.ts';
import type { Attempt } from '../../suppliers/purchases/attempt.ts';
import type { Outcome } from '../../suppliers/purchases/judge.ts';
import { unassignForwards } from './assign-forwards.ts';
import { readBalanceEvidence, readStoredBalance } from './balance-evidence.ts';
import { claimForward } from './claim-forward.ts';
import { type DueRow, readDueRows, readSenderSupplier, type SenderSupplier } from './due-purchases.ts';
import type { createLostClaims } from './lost-claims.ts';
import { createPace } from './pace.ts';

/** How often a supplier without enough money is asked for its balance. */
const FUNDS_EVERY_MS = 30_000;
/** How often the balance is read while orders are sent to a supplier without `request_id`. */
const READING_EVERY_MS = 60_000;
/** A row that another transaction has locked is tried again after this time. */
const LEFT_MS = 500;
/** The same for a row whose claim failed. */
const FAILED_MS = 5_000;

/** At a stop. A purchase whose answer comes later is asked for again with its `request_id`. */
const PATIENCE_MS = 2_000;

/** What an attempt is committed with: the number whose lock the process holds, and the timeline of the database. */
export interface Ready {
  lockOwner: number;
  timeline: string;
}

/** What a sender needs of its engine. */
export interface SenderTools {
  db: Db;
  client: Pick<SupplierClient, 'add' | 'balance'>;
  /** Undefined while nothing may be sent. */
  ready: () => Promise<Ready | undefined>;
  /** The database became another one. */
  onMoved: () => void;
  /** Calls the supplier and writes the outcome. Resolves after both; it never rejects. */
  deliver: (attempt: Attempt, ready: Ready) => Promise<Outcome | undefined>;
  lostClaims: ReturnType<typeof createLostClaims>;
  onChanged: (forwardIds: readonly number[]) => void;
  onFailure: (error: unknown) => void;
}

export interface Sender {
  /** Looks for work at once. */
  wake: () => void;
  /** Whether nothing is looked for or in flight. */
  isIdle: () => boolean;
  /** Sends nothing more, and waits for the purchases in flight; at a supplier that takes `request_id` for two seconds. */
  stop: () => Promise<void>;
}

/**
 * Sends the due forwards of one supplier, one after another, or several at a time to a supplier that takes `request_id`. Each supplier has
 * its own sender, so that a slow one delays no other.
 */
export function createSender(supplierId: number, tools: SenderTools): Sender {
  const { db, client } = tools;
  const workers = new Set<Promise<void>>();
  /** Claimed, or in flight. */
  const purchases = new Set<Promise<unknown>>();
  const pace = createPace();
  /** Claims of a supplier wait for each other in the database: one at a time leaves its connections to others. */
  let claiming: Promise<unknown> = Promise.resolve();
  /** In flight in this process, or left for a moment. */
  const busy = new Set<number>();
  let rows: DueRow[] = [];
  let supplier: SenderSupplier | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;
  /** Counts the wakes: a worker that has found nothing ends only if none came since. */
  let wakes = 0;
  /** While forwards wait for funds: the balance that is left, and when it was read. */
  let funds: { leftMicros: SupplierMicros; storedAtMs: number | undefined; atMs: number } | undefined;
  /** `waitingDueMs` at the last look: a resume makes those that wait due, and the balance is read at once. */
  let lastDueMs: number | undefined;
  let readAgainMs = 0;
  /** When the supplier last refused for the lack of money. The queue rests for a while. */
  let refusedAtMs = Number.NEGATIVE_INFINITY;

  return {
    wake,
    isIdle: () => workers.size === 0,
    async stop() {
      isStopped = true;
      const ended = Promise.all(purchases);
      await (supplier?.idempotent ? Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })]) : ended);
    },
  };

  function wake(): void {
    wakes++;
    if (isStopped) return;
    if (workers.size < pace.atOnce(supplier)) start();
  }

  function start(): void {
    const worker = work().catch(tools.onFailure);
    workers.add(worker);
    void worker.finally(() => workers.delete(worker));
  }

  async function work(): Promise<void> {
    while (!isStopped) {
      const wakesBefore = wakes;
      const row = await take();
      if (!row && wakes === wakesBefore) return;
      if (!row) continue;
      // Another worker, if there is more.
      if (rows.length > 0) wake();
      const goesOn = await handle(row).catch((error: unknown) => {
        drop(row);
        throw error;
      });
      if (!goesOn) return;
    }
  }

  async function take(): Promise<DueRow | undefined> {
    if (rows.length === 0) await (looking ??= look().finally(() => (looking = undefined)));
    const row = rows.shift();
    if (row) busy.add(row.id);
    return row;
  }

  async function look(): Promise<void> {
    const found = await readSenderSupplier(db, supplierId);
    supplier = found;
    if (!found || found.isPaused) return;
    if (!found.idempotent && !found.isUnreachableForLong) tools.onChanged(await readBalanceEvidence(db, client, found));
    const isResting = found.isStopped || found.restMs > 0;
    if (found.isStopped || (isResting && found.isUnreachableForLong)) await unassignForwards(db, supplierId);
    if (isResting) return;
    if (!found.idempotent && (found.readingAgeMs ?? 0) > READING_EVERY_MS && performance.now() > readAgainMs) {
      // Between two purchases: a reading during one is no proof.
      readAgainMs = performance.now() + READING_EVERY_MS;
      await readStoredBalance(db, client, found);
    }
    const { waitingDueMs } = found;
    const hasWaiting = waitingDueMs !== null && !found.waitsForWords;
    if (hasWaiting) await lookAtFunds(found, waitingDueMs);
    const isShort = hasWaiting && performance.now() - refusedAtMs < FUNDS_EVERY_MS;
    rows = await readDueRows(db, {
      supplierId,
      takesQueued: !isShort && !found.waitsForWords,
      takesUnknown: found.idempotent,
      fundsMicros: hasWaiting ? (funds?.leftMicros ?? NOTHING) : NOTHING,
      except: [...busy],
    });
  }

  /** Reads the balance every 30 s while forwards wait for it, after each refusal for the lack of money, and at a resume. */
  async function lookAtFunds({ balance, ...found }: SenderSupplier, waitingDueMs: number): Promise<void> {
    const isWoken = lastDueMs !== waitingDueMs;
    lastDueMs = waitingDueMs;
    const isRefusedSince = !funds || refusedAtMs > funds.atMs;
    // Another server, or an admin's test, has read a newer one.
    if (balance && balance.atMs !== funds?.storedAtMs && balance.ageMs < FUNDS_EVERY_MS && !isRefusedSince) {
      funds = { leftMicros: balance.micros, storedAtMs: balance.atMs, atMs: performance.now() - balance.ageMs };
      refusedAtMs = Number.NEGATIVE_INFINITY;
    } else if (isWoken) funds = undefined;
    if (!isRefusedSince && funds && performance.now() - funds.atMs < FUNDS_EVERY_MS) return;
    const stored = await readStoredBalance(db, client, found);
    funds = { leftMicros: stored?.micros ?? NOTHING, storedAtMs: stored?.atMs, atMs: performance.now() };
  }

  /** @returns false if the worker has to end */
  async function handle(row: DueRow): Promise<boolean> {
    const ready = await tools.ready();
    if (!ready) {
      drop(row);
      return false;
    }
    if (tools.lostClaims.has(row.id)) {
      leave(row);
      return true;
    }
    const buying = buy(row, ready).finally(() => purchases.delete(buying));
    purchases.add(buying);
    return buying;
  }

  async function buy(row: DueRow, ready: Ready): Promise<boolean> {
    const atOnce = pace.atOnce(supplier);
    const claimed = claiming.then(() => claimForward(db, { ...ready, forwardId: row.id, supplierId, atOnce }));
    claiming = claimed.catch(() => undefined);
    const claim = await claimed.catch((error: unknown) => {
      // Its commit may have arrived, unless the server has refused it: nothing was sent.
      if (!pgErrorOf(error) || isUnavailable(error)) tools.lostClaims.add({ forwardId: row.id, ...ready });
      // The others go on.
      leave(row, FAILED_MS);
      tools.onFailure(error);
    });
    if (!claim) return true;
    if (claim.kind === 'claimed') {
      const sentMs = performance.now();
      const outcome = await tools.deliver(claim.attempt, ready);
      pace.note(outcome, performance.now() - sentMs);
      noteMoney(claim.attempt, outcome);
      busy.delete(row.id);
      return true;
    }
    if (claim.kind === 'left') leave(row);
    else drop(row);
    if (claim.kind === 'changed') tools.onChanged([row.id]);
    if (claim.kind === 'moved') tools.onMoved();
    return claim.kind === 'left' || claim.kind === 'changed';
  }

  function leave(row: DueRow, forMs = LEFT_MS): void {
    setTimeout(() => busy.delete(row.id), forMs).unref();
  }

  function drop(row: DueRow): void {
    busy.delete(row.id);
    rows = [];
  }

  function noteMoney({ costMicros }: Attempt, outcome: Outcome | undefined): void {
    if (outcome?.reason === 'funds') refusedAtMs = performance.now();
    else if (funds && outcome?.kind === 'accepted') funds.leftMicros = minus(funds.leftMicros, costMicros);
    if (outcome?.kind !== 'accepted') rows = [];
  }
}
