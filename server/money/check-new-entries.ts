import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import { kindsInSql, totalKinds } from '#shared/entry-kinds.ts';
import {
  everyGrantIsBookedOnce,
  everyRechargeIsCreditedOnce,
  everyReversalIsBookedOnce,
  everyUserHasAWallet,
  everyWalletKnowsWhetherItsOwnerIsBlocked,
  type LedgerReport,
  proveEverything,
  readProblems,
} from './check-ledger.ts';
import { checksOfNewEntriesOfBooks } from './check-supplier-books.ts';
import { FRESH_ORDERS, problemsOfEntries, rowsSince, walletsSince } from './new-entries.ts';

/** A ledger of this size is read in a second or two. */
const SMALL_LEDGER_ROWS = 100_000;

export interface SinceReport extends LedgerReport {
  /** Rows after the checkpoints; undefined if all rows were read. */
  newRows: number | undefined;
}

interface State {
  entries: number;
  newRows: number;
  /** Up to when orders were proved; null if none were. */
  ordersUntil: string | null;
  /** Up to when there are stored totals; null if there are none. */
  totalsUntil: string | null;
}

/**
 * Proves the ledger from its checkpoints: all wallets, the rows since, the orders since, and the shop's sums. It takes what was sealed
 * for granted; `checkLedger` reads that again. So does this proof if the ledger is small, or if little of it is sealed.
 * @param options.isFull reads everything, as `checkLedger` does
 */
export function checkNewEntries(
  db: Db,
  { smallLedgerRows = SMALL_LEDGER_ROWS, isFull = false } = {},
): Promise<SinceReport> {
  return withDeadline(0, () =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`);
        if (isFull) return { ...(await proveEverything(tx)), newRows: undefined };
        // For statements of a fraction of a second, compiling takes longer than it saves.
        await tx.execute(sql`set local jit = off`);
        const state = await readState(tx);
        const isLittleSealed = state.ordersUntil === null || state.newRows * 4 > state.entries;
        if (state.entries <= smallLedgerRows || isLittleSealed)
          return { ...(await proveEverything(tx)), newRows: undefined };
        return proveNew(tx, state);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
}

async function readState(tx: Tx): Promise<State> {
  const [state] = await tx.execute<State & Record<string, unknown>>(sql`
    with ${walletsSince()}
    select coalesce(sum(version), 0) as entries, coalesce(sum(version - sealed_seq), 0) as "newRows",
      (select orders_until::text from ledger_proof) as "ordersUntil",
      (select until::text from money_totals_state) as "totalsUntil"
    from base`);
  if (!state) throw new Error('A select of one row returned none');
  return state;
}

async function proveNew(tx: Tx, { entries, newRows, ordersUntil, totalsUntil }: State): Promise<SinceReport> {
  const orders = sql`${FRESH_ORDERS} union select id from orders where created_at > ${ordersUntil}::timestamptz`;
  const problems: string[] = [];
  for (const check of [
    everyUserHasAWallet,
    everyWalletKnowsWhetherItsOwnerIsBlocked,
    sql`with ${walletsSince()}, ${rowsSince()} ${everyWalletIsItsCheckpointAndRows} union all ${problemsOfEntries(orders)}`,
    ...checksOfNewEntriesOfBooks,
  ])
    problems.push(...(await readProblems(tx, check)));
  const sums = await readSums(tx, totalsUntil ?? '-infinity');
  problems.push(...problemsOfSums(sums));
  // Only a few recharges and grants per wallet: if a sum is wrong, each is compared.
  if (problems.length > 0)
    for (const check of [everyRechargeIsCreditedOnce, everyReversalIsBookedOnce, everyGrantIsBookedOnce])
      problems.push(...(await readProblems(tx, check)));
  const { wallets, held, orders: counted } = sums;
  return { wallets, entries, orders: counted, heldNanos: BigInt(held), problems: [...new Set(problems)], newRows };
}

const everyWalletIsItsCheckpointAndRows = sql`
  select b.id as account_id, format('account %s (user %s) holds %s at version %s, its checkpoint %s at %s and %s later rows sum to %s, the last is %s',
    b.id, b.user_id, b.balance_nanos, b.version, b.sealed_nanos, b.sealed_seq, coalesce(f.entries, 0),
    b.sealed_nanos + coalesce(f.total, 0), coalesce(f.last, b.sealed_seq)) as problem
  from base b left join (
    select account_id, sum(amount_nanos) as total, count(*) as entries, max(seq) as last from fresh group by account_id
  ) f on f.account_id = b.id
  where b.balance_nanos <> b.sealed_nanos + coalesce(f.total, 0)
    or b.version <> b.sealed_seq + coalesce(f.entries, 0)
    or b.version <> coalesce(f.last, b.sealed_seq)`;

interface Sums extends Record<string, unknown> {
  wallets: number;
  orders: number;
  held: string;
  /** Of the ledger, without the shop's running totals of each row. */
  moved: string;
  /** Of the ledger's recharges, and of the recharges themselves. */
  credited: string;
  approved: string;
  given: string;
  granted: string;
  /** Of the stored quarters: of orders, and of the ledger's entries for orders. */
  earned: string;
  charged: string;
}

/** The running totals and the rows after them; one pass over wallets, recharges and grants. */
async function readSums(tx: Tx, until: string): Promise<Sums> {
  const moment = sql`${until}::timestamptz`;
  const of = (kinds: SQL) => sql`coalesce(sum(total) filter (where ${kinds}), 0)::text`;
  const isRecharge = sql.raw(`kind in (${kindsInSql((rule) => rule.of === 'recharge')})`);
  const isGrant = sql.raw(`kind in (${kindsInSql((rule) => rule.of === 'grant')}, 'grant_taken_back')`);
  const [sums] = await tx.execute<Sums>(sql`
    with stored as (
      select k.kind, last.total_nanos as total from unnest(${sql.param([...totalKinds])}::text[]) as k (kind)
      cross join lateral (
        select total_nanos from money_totals t where t.kind = k.kind and t.quarter < ${moment} order by t.quarter desc limit 1
      ) last
    ), later as (
      select kind, sum(amount_nanos) as total from ledger where at >= ${moment} group by kind
    ), moved as (
      select * from stored union all select * from later
    )
    select ${of(sql`true`)} as moved, ${of(isRecharge)} as credited, ${of(isGrant)} as given,
      (select (-coalesce(sum(total), 0))::text from stored where not (${isRecharge} or ${isGrant})) as charged,
      (select coalesce(sum(earned_nanos), 0)::text from order_totals where quarter < ${moment}) as earned,
      (select coalesce(sum(coalesce(credited_nanos, amount_nanos) - coalesce(reversed_nanos, 0)), 0)::text from recharges where status = 'approved') as approved,
      (select coalesce(sum(amount_nanos), 0)::text from grants) as granted,
      w.held::text as held, w.wallets as wallets,
      (select coalesce(sum(orders), 0) from order_totals where quarter < ${moment})
        + (select count(*) from orders where created_at >= ${moment}) as orders
    from moved, (select count(*) as wallets, coalesce(sum(balance_nanos), 0) as held from accounts where kind = 'wallet') w
    group by w.held, w.wallets`);
  if (!sums) throw new Error('A select of one row returned none');
  return sums;
}

const MORE = 'npm run ledger:check -- --full finds which';

function problemsOfSums({ held, moved, credited, approved, given, granted, earned, charged }: Sums): string[] {
  const pairs: [one: string, other: string, problem: string][] = [
    [held, moved, `the wallets hold ${held}, the ledger's totals are ${moved}`],
    [approved, credited, `recharges brought ${approved}, the ledger's totals say ${credited}`],
    [granted, given, `grants brought ${granted}, the ledger's totals say ${given}`],
    [earned, charged, `the stored quarters of orders earned ${earned}, the ledger's totals say ${charged}`],
  ];
  return pairs.flatMap(([one, other, problem]) => (one === other ? [] : `${problem}: ${MORE}`));
}
