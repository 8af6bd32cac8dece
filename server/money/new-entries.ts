import { type SQL, sql } from 'drizzle-orm';
import { kindsInSql, type TotalKind } from '#shared/entry-kinds.ts';

/**
 * The common table expression `base`: each wallet with its last checkpoint.
 * @param condition on `accounts a`; by default all wallets
 */
export function walletsSince(condition: SQL = sql`true`): SQL {
  return sql`base as materialized (
    select a.id, a.user_id, a.version, a.balance_nanos, coalesce(c.seq, 0) as sealed_seq,
      coalesce(c.balance_nanos, 0) as sealed_nanos, coalesce(c.hash, '') as sealed_hash
    from accounts a left join lateral (
      select seq, balance_nanos, hash from ledger_checkpoints where account_id = a.id order by seq desc limit 1
    ) c on true
    where a.kind = 'wallet' and ${condition}
  )`;
}

/**
 * The common table expression `fresh`: the ledger rows since the checkpoints of `base`, or of another one with its columns. They are
 * looked up wallet by wallet; `offset 0` keeps PostgreSQL from reading the whole ledger instead.
 * @param condition on a wallet `b` and its row `l`
 */
export function rowsSince(base: SQL = sql`base`, condition: SQL = sql`true`): SQL {
  return sql`fresh as materialized (
    select b.user_id, b.sealed_seq, b.sealed_nanos, l.*
    from ${base} b cross join lateral (
      select * from ledger l where l.account_id = b.id and l.seq > b.sealed_seq and ${condition} offset 0
    ) l
  )`;
}

/** The order numbers in `fresh`. */
export const FRESH_ORDERS = sql`select order_id from fresh where order_id is not null`;

/**
 * `(account_id, problem)` of the rows in `fresh` and of their causes: the rows continue their wallet's checkpoint without a gap, belong
 * to its owner, and are what an order, a recharge or a grant says. Causes are looked up row by row.
 * @param orderIds a select of the orders to prove: each from all its rows
 */
export function problemsOfEntries(orderIds: SQL): SQL {
  return sql`
    select account_id, format('row %s of account %s: %s and %s make no %s', seq, account_id, before, amount_nanos, balance_after_nanos) as problem
    from (
      select *, coalesce(lag(balance_after_nanos) over rows, sealed_nanos) as before,
        sealed_seq + row_number() over rows as expected
      from fresh window rows as (partition by account_id order by seq)
    ) numbered
    where before + amount_nanos <> balance_after_nanos or seq <> expected
    union all
    select account_id, format('row %s of account %s belongs to user %s, not %s', seq, account_id, owner, user_id)
    from (
      select *, coalesce(
        (select o.user_id from orders o where o.id = f.order_id),
        (select r.user_id from recharges r where r.id = f.recharge_id),
        (select g.user_id from grants g where g.id = f.grant_id)) as owner
      from fresh f
    ) owned where owner is distinct from user_id
    union all
    select f.account_id, format('grant %s (%s): booked %s', f.grant_id, g.amount_nanos, f.amount_nanos)
    from fresh f cross join lateral (select amount_nanos from grants where id = f.grant_id offset 0) g
    where g.amount_nanos <> f.amount_nanos
    union all
    select f.account_id, format('recharge %s (%s, %s): %s %s', f.recharge_id, r.status, r.amount_nanos,
      case f.kind when 'recharge' then 'credited' else 'taken back' end, abs(f.amount_nanos))
    from fresh f cross join lateral (
      select status, coalesce(credited_nanos, amount_nanos) as amount_nanos, reversed_nanos from recharges where id = f.recharge_id offset 0
    ) r
    where r.status <> 'approved'
      or f.amount_nanos <> case f.kind when 'recharge' then r.amount_nanos else -coalesce(r.reversed_nanos, 0) end
    union all
    ${problemsOfOrders(orderIds)}`;
}

/** `(account_id, problem)` of these orders: each entry is allowed by the order's terms, and all of them together match its status. */
export function problemsOfOrders(orderIds: SQL): SQL {
  return sql`
    select (select id from accounts a where a.user_id = o.user_id), format(
      'order %s (%s, charge %s, remaining %s): charged %s, charged again %s, refunded %s, refunded in part %s',
      o.id, o.status, o.charge_nanos, coalesce(o.remaining, 0), l.charged, l.charged_again, l.refunded, l.refunded_partly) as problem
    from (${orderIds}) ids (id)
    cross join lateral (select * from orders where orders.id = ids.id offset 0) o
    cross join lateral (select ${ORDER_SUMS} from ledger where order_id = ids.id offset 0) l
    where ${IS_WRONGLY_PAID}`;
}

/** The {@link TotalKind} of a ledger row. */
export const TOTAL_KIND = sql.raw(
  `case when kind = 'grant' and amount_nanos < 0 then '${'grant_taken_back' satisfies TotalKind}' else kind end`,
);

/** The entries that change the earnings of an earlier order. */
export const CORRECTIONS = sql.raw(`(${kindsInSql(({ of }, kind) => of === 'order' && kind !== 'order_charge')})`);

/** Of the ledger rows of one order. */
export const ORDER_SUMS = sql`
  coalesce(sum(amount_nanos) filter (where kind = 'order_charge'), 0) as charged,
  coalesce(sum(amount_nanos) filter (where kind = 'order_recharge'), 0) as charged_again,
  coalesce(sum(amount_nanos) filter (where kind = 'order_refund'), 0) as refunded,
  coalesce(sum(amount_nanos) filter (where kind = 'order_partial_refund'), 0) as refunded_partly`;

/** Of an order `o` and the sums `l` of its rows. */
export const IS_WRONGLY_PAID = sql`not (
  coalesce(l.charged, 0) = -o.charge_nanos
  and coalesce(l.refunded, 0) in (0, o.charge_nanos)
  and coalesce(l.charged_again, 0) in (0, -o.charge_nanos)
  and coalesce(l.refunded_partly, 0) = coalesce(o.remaining, 0) * o.price_micros * (1000 / o.per)
  and coalesce(l.refunded + l.charged_again, 0) = case o.status when 'rejected' then o.charge_nanos else 0 end)`;

/** Ledger rows, aggregated to a text that no setting of the server changes. */
const ENTRIES_TEXT = sql`string_agg(concat_ws(',', seq, contra_id, amount_nanos, balance_after_nanos, kind, coalesce(order_id, 0),
  coalesce(recharge_id, 0), coalesce(grant_id, 0), (extract(epoch from at) * 1000)::bigint), ';' order by seq)`;

/**
 * An aggregate of ledger rows: the hash of the checkpoint that seals them.
 * @param before the hash of the wallet's checkpoint before, or an empty text
 */
export function hashOfEntries(accountId: SQL, before: SQL): SQL {
  return sql`encode(sha256(convert_to(concat_ws('|', ${accountId}, ${before}, ${ENTRIES_TEXT}), 'UTF8')), 'hex')`;
}
