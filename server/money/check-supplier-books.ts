import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';

/** A supplier's balance and version are those of its newest entry. */
const everyBookIsItsNewestEntry = sql`
  select format('the books of supplier %s hold %s at version %s, their newest entry says %s at %s', s.id, s.books_exact, s.books_version,
    coalesce(e.balance, 0), coalesce(e.seq, 0)) as problem
  from suppliers s left join lateral (
    select seq, coalesce(balance_after_exact, balance_after_micros) as balance from supplier_entries where supplier_id = s.id order by seq desc limit 1
  ) e on true
  where s.books_exact <> coalesce(e.balance, 0) or s.books_version <> coalesce(e.seq, 0)`;

/** Entries are numbered from 1 without a gap, and each balance is the one before and the amount. @param entries a select of entries */
function everyEntryFollowsTheOneBefore(entries: SQL, isWhole: boolean): SQL {
  const isFirst = isWhole ? sql`seq = 1` : sql`before_seq is null`;
  return sql`
    select format('entry %s of supplier %s: %s and %s make no %s after entry %s', seq, supplier_id, coalesce(before, 0), amount, balance, coalesce(before_seq, 0)) as problem
    from (
      select *, lag(seq) over book as before_seq, lag(balance) over book as before
      from (${entries}) e window book as (partition by supplier_id order by seq)
    ) linked
    where not (${isFirst}) and (before_seq is distinct from seq - 1 or before + amount is distinct from balance)
      or seq = 1 and amount <> balance`;
}

/**
 * Every accepted forward with a cost is booked once, at the supplier that has it, for its cost, and the corrections lead to its charge. No
 * other forward is booked, and no more comes back than was paid. An entry of the release before, which has no `amount_exact`, is rounded to
 * a micro-unit; it may differ by that from a cost with more digits.
 */
const everyPurchaseIsBookedOnce = sql`
  select format('forward %s (%s, cost %s at supplier %s): booked %s at supplier %s, corrected by %s, given back %s', coalesce(f.id, e.id),
    coalesce(f.state, 'missing'), coalesce(f.cost_exact::text, 'none'), coalesce(f.supplier_id::text, 'none'), coalesce(e.bought, 0),
    coalesce(e.supplier_id::text, 'none'), coalesce(e.corrected, 0), coalesce(e.returned, 0)) as problem
  from (select id, state, cost_exact, coalesce(charged_exact, cost_exact) as paid, supplier_id from forwards where state = 'accepted') f
  full join (
    select forward_id as id, min(supplier_id) as supplier_id, count(distinct supplier_id) as suppliers,
      count(*) filter (where kind = 'purchase') as purchases,
      coalesce(-sum(amount) filter (where kind = 'purchase'), 0) as bought,
      coalesce(-sum(amount) filter (where kind = 'correction'), 0) as corrected,
      coalesce(sum(amount) filter (where kind = 'return'), 0) as returned,
      count(*) filter (where amount_exact is null) as rounded
    from (select *, coalesce(amount_exact, amount_micros) as amount from supplier_entries where forward_id is not null) as entry
    group by forward_id
  ) e on e.id = f.id
  cross join lateral (select case when f.cost_exact % 1 <> 0 or f.paid % 1 <> 0 then e.rounded else 0 end as micros) slack
  where f.id is null
    or e.id is null and f.cost_exact <> 0
    or e.id is not null and not (
      e.suppliers = 1 and e.supplier_id = f.supplier_id and e.purchases <= 1
      and abs(f.cost_exact - e.bought) <= slack.micros and abs(f.paid - e.bought - e.corrected) <= slack.micros
      and e.returned between 0 and f.paid + slack.micros
    )`;

/** What a proof that takes older entries for granted reads of each supplier. */
const NEWEST_ENTRIES = 10_000;
const columns = sql`supplier_id, seq, coalesce(amount_exact, amount_micros) as amount,
  coalesce(balance_after_exact, balance_after_micros) as balance`;

/** Whether the database has books of this version: a backup also proves a database that is not migrated to it yet. */
export async function hasBooks(tx: Tx): Promise<boolean> {
  const [row] = await tx.execute<{ has: boolean }>(
    sql`select exists (select from pg_attribute
      where attrelid = to_regclass('public.supplier_entries') and attname = 'amount_exact') as has`,
  );
  return row?.has ?? false;
}

/** Prove the suppliers' books from all entries, and the purchases from all forwards. */
export const checksOfBooks: SQL[] = [
  everyBookIsItsNewestEntry,
  everyEntryFollowsTheOneBefore(sql`select ${columns} from supplier_entries`, true),
  everyPurchaseIsBookedOnce,
];

/** Prove the suppliers' balances and their newest entries, however long the books are. */
export const checksOfNewEntriesOfBooks: SQL[] = [
  everyBookIsItsNewestEntry,
  everyEntryFollowsTheOneBefore(
    sql`select e.* from suppliers s cross join lateral (
      select ${columns} from supplier_entries where supplier_id = s.id order by seq desc limit ${sql.raw(String(NEWEST_ENTRIES))}
    ) e`,
    false,
  ),
];
