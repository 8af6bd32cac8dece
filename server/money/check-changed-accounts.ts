import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Reads } from '#db/reads/reads.ts';
import { walletsSince } from './new-entries.ts';
import { proveOldOrders, type SealOptions, sealWallets } from './seal-ledger.ts';

/** Wallets per round, and new rows of each: bounded work for any size of the shop. */
const WALLETS_PER_ROUND = 500;
const ROWS_PER_WALLET = 1_000;

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
  /** When all wallets were last complete, in seconds since 1970; undefined before the first time. */
  completedAtSeconds: number | undefined;
}

export interface LedgerCheck {
  /** Checks the next wallets. Returns the ids of those that newly fail. */
  checkNext: () => Promise<number[]>;
  figures: () => LedgerCheckFigures;
}

/**
 * Checks wallets against the ledger step by step as long as the process runs. Of each wallet, the rows since its checkpoint must be
 * numbered without a gap, sum up to the change, and lead to the balance. Wallets with many or old rows since then are proved with the
 * causes of their rows, and get the next checkpoint. `checkLedger` also reads what was sealed.
 */
export function createLedgerCheck(reads: Reads, sealing?: SealOptions): LedgerCheck {
  const drifting = new Set<number>();
  const figures: LedgerCheckFigures = { drift: 0, wallets: 0, rows: 0, completedAtSeconds: undefined };
  let lastId = 0;

  return {
    figures: () => ({ ...figures, drift: drifting.size }),
    async checkNext() {
      const findings = await reads.run((db) => checkAfter(db, lastId));
      lastId = findings.at(-1)?.id ?? 0;
      if (findings.length === 0) figures.completedAtSeconds = Date.now() / 1000;
      const found = findings.filter(isNewlyDrifting).map(({ id }) => id);
      const failure = await seal(findings.flatMap(({ id, holds }) => (holds ? id : []))).catch(asError);
      // A finding is returned once, so it must not be lost.
      if (failure && found.length === 0) throw failure;
      return found;
    },
  };

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

/** One statement, so that a wallet and its rows are from one snapshot. Of a wallet with many rows, the first and the last are read. */
async function checkAfter(db: Db, lastId: number): Promise<Finding[]> {
  const rows = await db.execute<Finding>(sql`
    with ${walletsSince(sql`a.id in (
      select id from accounts where kind = 'wallet' and id > ${lastId} order by id limit ${WALLETS_PER_ROUND}
    )`)}, seen as (
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
