import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import { checksOfBooks, hasBooks } from './check-supplier-books.ts';
import { CORRECTIONS, hashOfEntries, IS_WRONGLY_PAID, ORDER_SUMS, TOTAL_KIND } from './new-entries.ts';

export interface LedgerReport {
  wallets: number;
  entries: number;
  orders: number;
  /** Nano-dollars in all wallets together; a bigint, because the sum may exceed what a number holds exactly. */
  heldNanos: bigint;
  /** A sentence for each difference, with the account, order, recharge or grant. Empty if everything is proved. */
  problems: string[];
}

/** Enough to find the cause; nobody reads a million sentences. */
const PROBLEMS_PER_CHECK = 1000;

/**
 * Proves every balance from the ledger, the ledger from its causes, and the books of suppliers: reads everything. It uses one snapshot, so it may run under any
 * load.
 * @param options.isGentle keeps it to one core and ends it with its connection: for a proof beside the shop's work
 */
export function checkLedger(db: Db, { isGentle = false } = {}): Promise<LedgerReport> {
  return withDeadline(0, () =>
    db.transaction(
      async (tx) => {
        // The proof for a large shop takes longer than the statement timeout.
        await tx.execute(sql`set local statement_timeout = 0`);
        if (isGentle) await tx.execute(sql.raw(GENTLE));
        return proveEverything(tx);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
}

const GENTLE = `select set_config('max_parallel_workers_per_gather', '0', true), set_config('client_connection_check_interval', '5s', true)`;

/** As {@link checkLedger}, in a transaction of one snapshot. */
export async function proveEverything(tx: Tx): Promise<LedgerReport> {
  const problems: string[] = [];
  for (const check of [...checks, ...((await hasBooks(tx)) ? checksOfBooks : [])])
    problems.push(...(await readProblems(tx, check)));
  const [totals] = await tx.execute<{ wallets: number; entries: number; orders: number; held: string }>(sql`
    select (select count(*) from accounts where kind = 'wallet') as wallets,
      (select count(*) from ledger) as entries,
      (select count(*) from orders) as orders,
      (select coalesce(sum(balance_nanos), 0)::text from accounts) as held`);
  if (!totals) throw new Error('A select of one row returned none');
  const { held, ...counted } = totals;
  return { ...counted, heldNanos: BigInt(held), problems };
}

/** @param check a select of a column `problem` */
export async function readProblems(tx: Tx, check: SQL): Promise<string[]> {
  const rows = await tx.execute<{ problem: string }>(
    sql`select problem from (${check}) as found limit ${PROBLEMS_PER_CHECK}`,
  );
  return rows.map(({ problem }) => problem);
}

export const everyUserHasAWallet = sql`
  select format('user %s has no wallet', u.id) as problem
  from users u left join accounts a on a.user_id = u.id
  where a.id is null`;

export const everyWalletKnowsWhetherItsOwnerIsBlocked = sql`
  select format('account %s says that user %s is %s', a.id, u.id, case when a.owner_blocked then 'blocked' else 'not blocked' end) as problem
  from users u join accounts a on a.user_id = u.id
  where a.owner_blocked <> (u.blocked_at is not null)`;

/** The balance is the sum of the rows and equals the newest row's balance. The rows are numbered from 1 to `version` without a gap. */
const everyBalanceIsItsRows = sql`
  select format('account %s (user %s) holds %s, its rows sum to %s, its newest row says %s; %s rows numbered %s to %s at version %s',
    a.id, a.user_id, a.balance_nanos, coalesce(l.total, 0), coalesce(newest.balance_after_nanos::text, 'nothing'),
    coalesce(l.entries, 0), l.first, l.last, a.version) as problem
  from accounts a
  left join (
    select account_id, sum(amount_nanos) as total, count(*) as entries, min(seq) as first, max(seq) as last
    from ledger group by account_id
  ) l on l.account_id = a.id
  left join ledger newest on newest.account_id = a.id and newest.seq = a.version
  where a.kind = 'wallet' and not (
    a.balance_nanos = coalesce(l.total, 0)
    and a.balance_nanos = coalesce(newest.balance_after_nanos, 0)
    and a.version = coalesce(l.entries, 0)
    and a.version = coalesce(l.last, 0)
    and coalesce(l.first, 1) = 1
  )`;

const everyRowFollowsTheOneBefore = sql`
  select format('row %s of account %s: %s and %s make no %s', seq, account_id, before, amount_nanos, balance_after_nanos) as problem
  from (
    select account_id, seq, amount_nanos, balance_after_nanos,
      coalesce(lag(balance_after_nanos) over (partition by account_id order by seq), 0) as before
    from ledger
  ) rows
  where before + amount_nanos <> balance_after_nanos`;

/** Each entry of an order is allowed by its terms, and all of them together match its status. */
const everyOrderIsPaidAsItStands = sql`
  select format('order %s (%s, charge %s, remaining %s): charged %s, charged again %s, refunded %s, refunded in part %s',
    o.id, o.status, o.charge_nanos, coalesce(o.remaining, 0), l.charged, l.charged_again, l.refunded, l.refunded_partly) as problem
  from orders o
  left join (
    select order_id, ${ORDER_SUMS}
    from ledger where order_id is not null group by order_id
  ) l on l.order_id = o.id
  where ${IS_WRONGLY_PAID}`;

export const everyRechargeIsCreditedOnce = sql`
  select format('recharge %s (%s, %s): credited %s', r.id, r.status, r.amount_nanos, coalesce(l.amount_nanos, 0)) as problem
  from recharges r left join ledger l on l.recharge_id = r.id and l.kind = 'recharge'
  where coalesce(l.amount_nanos, 0) <> case r.status when 'approved' then coalesce(r.credited_nanos, r.amount_nanos) else 0 end`;

export const everyReversalIsBookedOnce = sql`
  select format('recharge %s (%s, %s): reversed %s, taken back %s', r.id, r.status, r.amount_nanos,
    coalesce(r.reversed_nanos::text, 'never'), -coalesce(l.amount_nanos, 0)) as problem
  from recharges r left join ledger l on l.recharge_id = r.id and l.kind = 'recharge_reversal'
  where coalesce(l.amount_nanos, 0) <> -coalesce(r.reversed_nanos, 0)
    or r.reversed_nanos is not null and r.status <> 'approved'`;

export const everyGrantIsBookedOnce = sql`
  select format('grant %s (%s): booked %s', g.id, g.amount_nanos, coalesce(l.amount_nanos, 0)) as problem
  from grants g left join ledger l on l.grant_id = g.id
  where coalesce(l.amount_nanos, 0) <> g.amount_nanos`;

const everyRowIsOnItsOwnersAccount = sql`
  select format('row %s of account %s belongs to user %s, not %s', l.seq, l.account_id,
    coalesce(o.user_id, r.user_id, g.user_id), a.user_id) as problem
  from ledger l
  join accounts a on a.id = l.account_id
  left join orders o on o.id = l.order_id
  left join recharges r on r.id = l.recharge_id
  left join grants g on g.id = l.grant_id
  where a.user_id is distinct from coalesce(o.user_id, r.user_id, g.user_id)`;

/** Independent of the ledger: incoming money minus the cost of orders equals the sum of the wallets. */
const everythingIsWhatCameInLessWhatWasSold = sql`
  select format('the wallets hold %s, but %s were approved and %s granted, %s sold and %s taken back', held, approved, granted, sold, taken_back) as problem
  from (
    select (select coalesce(sum(balance_nanos), 0) from accounts) as held,
      (select coalesce(sum(coalesce(credited_nanos, amount_nanos)), 0) from recharges where status = 'approved') as approved,
      (select coalesce(sum(amount_nanos), 0) from grants) as granted,
      (select coalesce(sum(reversed_nanos), 0) from recharges) as taken_back,
      (select coalesce(sum((quantity - coalesce(remaining, 0)) * price_micros::numeric * (1000 / per)), 0) from orders where status <> 'rejected') as sold
  ) totals
  where held <> approved + granted - sold - taken_back`;

/** The stored totals are the sums of their rows. */
const everyKeptTotalIsItsRows = sql`
  select format('the kept total of %s is %s of %s entries, its rows up to then sum to %s of %s', coalesce(t.kind, l.kind),
    coalesce(t.total_nanos, 0), coalesce(t.entries, 0), coalesce(l.total, 0), coalesce(l.entries, 0)) as problem
  from (
    select distinct on (kind) kind, total_nanos, entries from money_totals, money_totals_state where until is not null
    order by kind, quarter desc
  ) t
  full join (
    select ${TOTAL_KIND} as kind,
      sum(amount_nanos) as total, count(*) as entries
    from ledger where at < (select until from money_totals_state) group by 1
  ) l on l.kind = t.kind
  where (t.total_nanos, t.entries) is distinct from (l.total, l.entries)`;

/** Each stored quarter of orders equals the earnings of its orders, including corrections before its end. */
const everyKeptQuarterIsItsOrders = sql`
  select format('the quarter of %s is kept as %s orders that earned %s; its %s orders earned %s', coalesce(t.quarter, o.quarter),
    coalesce(t.orders, 0), coalesce(t.earned_nanos, 0), coalesce(o.orders, 0), coalesce(o.earned, 0)) as problem
  from (select order_totals.* from order_totals, money_totals_state where until is not null) t
  full join (
    select date_bin('15 minutes', created_at, timestamptz 'epoch') as quarter, count(*) as orders,
      sum(charge_nanos - coalesce(given_back, 0)) as earned
    from money_totals_state, orders left join (
      select order_id, sum(amount_nanos) as given_back from ledger
      where kind in ${CORRECTIONS} and at < (select until from money_totals_state)
      group by order_id
    ) l on l.order_id = orders.id
    where created_at < until group by 1
  ) o on o.quarter = t.quarter
  where (t.orders, t.earned_nanos) is distinct from (o.orders, o.earned)`;

/** Each checkpoint is the hash of the one before and of the rows since, and has the balance of its row. */
const everyCheckpointIsItsRows = sql`
  select format('checkpoint %s of account %s: its rows were changed, are gone, or are not those that it sealed', c.seq, c.account_id) as problem
  from (
    select *, lag(seq, 1, 0::bigint) over chain as from_seq, lag(hash, 1, '') over chain as from_hash
    from ledger_checkpoints window chain as (partition by account_id order by seq)
  ) c left join ledger newest on newest.account_id = c.account_id and newest.seq = c.seq
  where newest.balance_after_nanos is distinct from c.balance_nanos or c.hash <> (
    select ${hashOfEntries(sql`c.account_id`, sql`c.from_hash`)}
    from ledger l where l.account_id = c.account_id and l.seq > c.from_seq and l.seq <= c.seq
  )`;

const checks: SQL[] = [
  everyUserHasAWallet,
  everyWalletKnowsWhetherItsOwnerIsBlocked,
  everyBalanceIsItsRows,
  everyRowFollowsTheOneBefore,
  everyOrderIsPaidAsItStands,
  everyRechargeIsCreditedOnce,
  everyReversalIsBookedOnce,
  everyGrantIsBookedOnce,
  everyRowIsOnItsOwnersAccount,
  everythingIsWhatCameInLessWhatWasSold,
  everyKeptTotalIsItsRows,
  everyKeptQuarterIsItsOrders,
  everyCheckpointIsItsRows,
];
