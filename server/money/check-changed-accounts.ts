import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Reads } from '#db/reads/reads.ts';
import { walletsSince } from './new-entries.ts';
import { proveOldOrders, type SealOptions, sealWallets } from './seal-ledger.ts';

/** Wallets per statement, and new rows of each: bounded work for any size of the shop. */
const WALLETS_PER_LOOK = 500;
const ROWS_PER_WALLET = 1_000;
/** So much of each check is for changed wallets, if so many have changed. */
const CHANGED_MS = 1_000;
/** Entries are dated when their transaction begins, and a read replica may be behind: younger ones are left for the next time. */
const SETTLE_SECONDS = 60;
/** Where a process begins, and how much it takes at a time until it has caught up. */
const FIRST_HOURS = 3;
const CATCH_UP_MINUTES = 5;

interface Finding extends Record<string, unknown> {
  id: number;
  /** The rows that were read. */
  entries: number;
  holds: boolean;
}

export interface LedgerCheckFigures {
  /** Wallets that do not match the ledger. */
  drift: number;
  /** Rows and wallets checked since the start; each check counts. */
  wallets: number;
  rows: number;
  /** Wallets with entries up to then, in seconds since 1970, were checked after them; undefined before the first time. */
  completedAtSeconds: number | undefined;
  /** When all wallets, changed or not, had been checked last. */
  walkedAtSeconds: number | undefined;
}

export interface LedgerCheck {
  /** Checks wallets with new entries, and the next of all. Returns the ids of those that newly fail. */
  checkNext: () => Promise<number[]>;
  figures: () => LedgerCheckFigures;
}

interface CheckOptions extends SealOptions {
  /** Entries are looked for when they are as old, and as often. */
  settleSeconds?: number;
}

/**
 * Checks wallets against the ledger step by step as long as the process runs: first those with new entries, and then all in turn. Of each
 * wallet, the rows since its checkpoint must be numbered without a gap, sum up to the change, and lead to the balance. Wallets with many
 * or old rows since then are proved with the causes of their rows, and get the next checkpoint. `checkLedger` also reads what was sealed.
 */
export function createLedgerCheck(
  reads: Reads,
  { settleSeconds = SETTLE_SECONDS, ...sealing }: CheckOptions = {},
): LedgerCheck {
  const drifting = new Set<number>();
  const figures = { wallets: 0, rows: 0 };
  let completedAtSeconds: number | undefined;
  let walkedAtSeconds: number | undefined;
  /** Wallets with entries before `until`, which are checked next. */
  let changed: Changes = { ids: [], until: null, seconds: undefined };
  let lastId = 0;

  return {
    figures: () => ({ ...figures, drift: drifting.size, completedAtSeconds, walkedAtSeconds }),
    async checkNext() {
      const found: number[] = [];
      const sound: number[] = [];
      const failure = await checkAll((findings) => {
        for (const finding of findings) {
          if (isNewlyDrifting(finding)) found.push(finding.id);
          else if (finding.holds && finding.entries > 0) sound.push(finding.id);
        }
      })
        .then(() => seal(sound))
        .catch(asError);
      // A finding is returned once, so it must not be lost.
      if (failure && found.length === 0) throw failure;
      return found;
    },
  };

  async function checkAll(take: (findings: Finding[]) => void): Promise<void> {
    const endMs = performance.now() + CHANGED_MS;
    if (changed.ids.length === 0)
      changed = (await reads.run((db) => readChanges(db, changed.until, settleSeconds))) ?? changed;
    while (changed.ids.length > 0 && performance.now() < endMs) {
      const ids = sql`${sql.param(changed.ids.slice(0, WALLETS_PER_LOOK))}::bigint[]`;
      take(await reads.run((db) => check(db, sql`a.id = any(${ids})`)));
      changed.ids.splice(0, WALLETS_PER_LOOK);
    }
    if (changed.ids.length === 0) completedAtSeconds = changed.seconds;
    const next = sql`select id from accounts where kind = 'wallet' and id > ${lastId} order by id limit ${WALLETS_PER_LOOK}`;
    const findings = await reads.run((db) => check(db, sql`a.id in (${next})`));
    take(findings);
    lastId = findings.at(-1)?.id ?? 0;
    if (findings.length === 0) walkedAtSeconds = Date.now() / 1000;
  }

  function isNewlyDrifting({ id, entries, holds }: Finding): boolean {
    figures.wallets++;
    figures.rows += entries;
    if (holds) {
      drifting.delete(id);
      return false;
    }
    const isNew = !drifting.has(id);
    drifting.add(id);
    return isNew;
  }

  async function seal(accountIds: number[]): Promise<void> {
    if (accountIds.length > 0) await sealWallets(reads.primary, accountIds, sealing);
    await proveOldOrders(reads.primary);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

interface Changes extends Record<string, unknown> {
  ids: number[];
  /** By the database's clock. */
  until: string | null;
  seconds: number | undefined;
}

/**
 * The wallets with entries after `since`, or of the last hours; found by the index of dates.
 * @returns undefined if too little time has passed
 */
async function readChanges(db: Db, since: string | null, settleSeconds: number): Promise<Changes | undefined> {
  const settle = sql`make_interval(secs => ${settleSeconds}::float8)`;
  const [changes] = await db.execute<Changes>(sql`
    select until::text, extract(epoch from until)::float8 as seconds,
      array(select distinct account_id from ledger where at > since and at <= until) as ids
    from (select coalesce(${since}::timestamptz, now() - make_interval(hours => ${FIRST_HOURS})) as since) begin
    cross join lateral (select least(since + make_interval(mins => ${CATCH_UP_MINUTES}), now() - ${settle}) as until) part
    where until >= since + least(${settle}, make_interval(mins => ${CATCH_UP_MINUTES}))`);
  return changes;
}

/**
 * One statement, so that a wallet and its rows are from one snapshot. Of a wallet with many rows, the first and the last are read.
 * @param condition on `accounts a`
 */
async function check(db: Db, condition: SQL): Promise<Finding[]> {
  const rows = await db.execute<Finding>(sql`
    with ${walletsSince(condition)}, seen as (
      select b.*, new.entries, b.sealed_nanos + new.total as balance_then, coalesce(new.upto, b.sealed_seq) as upto
      from base b cross join lateral (
        select count(*) as entries, coalesce(sum(amount_nanos), 0) as total, max(seq) as upto
        from (
          select seq, amount_nanos from ledger
          where account_id = b.id and seq > b.sealed_seq order by seq limit ${ROWS_PER_WALLET}
        ) rows
      ) new
    )
    select s.id, s.entries,
      s.entries = s.upto - s.sealed_seq
        and coalesce(upto.balance_after_nanos, 0) = s.balance_then
        and coalesce(newest.balance_after_nanos, 0) = s.balance_nanos
        and (s.upto = s.version and s.balance_nanos = s.balance_then
          or s.upto < s.version and s.entries = ${ROWS_PER_WALLET}) as holds
    from seen s
    left join ledger upto on upto.account_id = s.id and upto.seq = s.upto
    left join ledger newest on newest.account_id = s.id and newest.seq = s.version
    order by s.id`);
  return [...rows];
}
