import type { Db } from '#db/client.ts';
import type { Nanos } from '#shared/money.ts';

/** Wallets per round, and new rows of each: bounded work for any size of the shop. */
const WALLETS_PER_ROUND = 500;
const ROWS_PER_WALLET = 500;
/** After this time every wallet is checked from its first row again. */
const FORGET_AFTER_MS = 24 * 60 * 60_000;

/** The last checked row of a wallet, and its balance then. */
interface Proved {
  version: number;
  balanceNanos: Nanos;
}

interface Finding {
  id: number;
  /** The last row that was read, and its stored balance. */
  version: number;
  balanceNanos: Nanos;
  holds: boolean;
  /** Whether more rows remain for the next round. */
  isUnfinished: boolean;
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
 * Checks wallets against the ledger step by step as long as the process runs. Of each wallet, the rows since its last check must be
 * numbered without a gap, sum up to the change, and lead to the balance. `checkLedger` also compares rows with their causes.
 */
export function createLedgerCheck(db: Db, { forgetAfterMs = FORGET_AFTER_MS } = {}): LedgerCheck {
  const proved = new Map<number, Proved>();
  const drifting = new Set<number>();
  const figures: LedgerCheckFigures = { drift: 0, wallets: 0, rows: 0, completedAtSeconds: undefined };
  let lastId = 0;
  let provedSinceMs = performance.now();

  return {
    figures: () => ({ ...figures, drift: drifting.size }),
    async checkNext() {
      const ids = await nextWallets(db, lastId);
      if (ids.length === 0) completeWalk();
      const findings = ids.length > 0 ? await prove(db, ids, proved) : [];
      lastId = ids.at(-1) ?? 0;
      return findings.filter(isNewlyDrifting).map(({ id }) => id);
    },
  };

  function isNewlyDrifting({ id, version, balanceNanos, holds }: Finding): boolean {
    figures.wallets++;
    if (holds) {
      figures.rows += version - (proved.get(id)?.version ?? 0);
      proved.set(id, { version, balanceNanos });
      drifting.delete(id);
      return false;
    }
    // From its first row again, to detect when it is repaired.
    proved.delete(id);
    const isNew = !drifting.has(id);
    drifting.add(id);
    return isNew;
  }

  function completeWalk(): void {
    figures.completedAtSeconds = Date.now() / 1000;
    if (performance.now() - provedSinceMs < forgetAfterMs) return;
    proved.clear();
    provedSinceMs = performance.now();
  }
}

async function nextWallets(db: Db, lastId: number): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select id from accounts where kind = 'wallet' and id > ${lastId} order by id limit ${WALLETS_PER_ROUND}`;
  return rows.map(({ id }) => id);
}

/** One statement, so that a wallet and its rows are from one snapshot. */
function prove(db: Db, ids: number[], proved: Map<number, Proved>): Promise<Finding[]> {
  const versions = ids.map((id) => proved.get(id)?.version ?? 0);
  const balances = ids.map((id) => proved.get(id)?.balanceNanos ?? 0);
  return db.$client<Finding[]>`
    with known as (
      select * from unnest(${ids}::bigint[], ${versions}::bigint[], ${balances}::bigint[]) as k (id, version, balance_nanos)
    ), seen as (
      select a.id, a.version, a.balance_nanos, k.version as from_version, k.balance_nanos as from_balance,
        new.entries, new.total, coalesce(new.upto, k.version) as upto
      from known k
      join accounts a on a.id = k.id
      cross join lateral (
        select count(*) as entries, coalesce(sum(amount_nanos), 0) as total, max(seq) as upto
        from (
          select seq, amount_nanos from ledger
          where account_id = k.id and seq > k.version order by seq limit ${ROWS_PER_WALLET}
        ) rows
      ) new
    )
    select s.id, s.upto as version, coalesce(newest.balance_after_nanos, 0) as "balanceNanos",
      s.entries = s.upto - s.from_version
        and coalesce(newest.balance_after_nanos, 0) = s.from_balance + s.total
        and (s.upto = s.version and s.balance_nanos = coalesce(newest.balance_after_nanos, 0)
          or s.upto < s.version and s.entries = ${ROWS_PER_WALLET}) as holds
    from seen s left join ledger newest on newest.account_id = s.id and newest.seq = s.upto
    order by s.id`.then((rows) => [...rows]);
}
