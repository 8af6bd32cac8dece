import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { minus, NOTHING, type SupplierMicros, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';
import { lockAnswered, settleRefused } from '../../features/orders/purchases/settle.ts';

/** Purchases that must each have been seen in the next reading. */
const SEEN_BEFORE = 20;
const MOST_MINUTES = 10;
const LEAST_MINUTES_AFTER = 2;
const NEXT_READING_SECONDS = 30;
/** Statuses at the supplier are read every 15 minutes. */
const GIVE_UP_MINUTES = 40;

/** Identifies the account that a balance is of. */
export const accountOf = sql.raw(`md5(concat_ws(' ', s.url, s.sealed_key, s.currency))`);

/**
 * Settles an unknown purchase at a supplier without `request_id` by its balance, if that is proof: unchanged, it was not bought, and goes on
 * as refused; fallen by its cost, it was bought, and a person names its number. In any doubt it stays as it is.
 */
export async function proveByBalance(db: Db, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockAnswered(tx, id);
    if (row?.state !== 'unknown') return;
    const facts = await readFacts(tx, id);
    const verdict = facts ? judge(facts) : 'open';
    const seconds = typeof verdict === 'number' ? verdict : null;
    await tx.execute(sql`
      update forwards set due_at = now() + make_interval(secs => ${seconds}::float8) where id = ${id} and holder is null`);
    if (seconds !== null) return;
    if (verdict === 'not_bought' && facts) {
      const [before, after, books] = [facts.before, facts.after, facts.books].map((amount) =>
        supplierDecimal(amount, AMOUNT_SCALE),
      );
      const text = `nothing was bought; proof: the balance was ${before} before it was sent and ${after} after it, with ${books} booked between`;
      await settleRefused(tx, row, { reason: 'order', text });
    }
    if (verdict !== 'open') await tx.execute(sql`update forwards set balance_proof = ${verdict} where id = ${id}`);
  });
}

interface Facts extends Record<string, unknown> {
  /** Two later readings that count, in the time that is allowed. */
  isRead: boolean;
  secondsToFirst: number;
  secondsLeft: number;
  before: SupplierMicros;
  after: SupplierMicros;
  /** What the books say that the balance changed by. */
  books: SupplierMicros;
  /** The change of the balance that the books don't explain, by both readings. */
  moved: SupplierMicros | null;
  movedFirst: SupplierMicros | null;
  cost: SupplierMicros;
  /** Other purchases were sent since, and are unknown, too. */
  hasOthers: boolean;
  /** An order that was open at the later readings was not asked for since: it may have been refunded before them. */
  mayBeRefunded: boolean;
  isOld: boolean;
}

/** @returns the seconds until it can be said; `open` if the balance proves nothing */
function judge(facts: Facts): 'bought' | 'not_bought' | 'open' | number {
  const { isRead, secondsToFirst, secondsLeft, moved, movedFirst, cost } = facts;
  if (!isRead || moved === null || moved !== movedFirst) {
    const seconds = Math.max(secondsToFirst, NEXT_READING_SECONDS);
    return seconds < secondsLeft ? seconds : 'open';
  }
  const isBought = moved === minus(NOTHING, cost) && !facts.hasOthers;
  if (moved !== NOTHING && !isBought) return 'open';
  if (facts.mayBeRefunded) return facts.isOld ? 'open' : 4 * NEXT_READING_SECONDS;
  return isBought ? 'bought' : 'not_bought';
}

/**
 * What the readings say. Undefined where they can't be proof: too few purchases were seen in time, the cost is below what the balance
 * shows, or something else than purchases was booked since the reading before it.
 */
async function readFacts(tx: Tx, id: number): Promise<Facts | undefined> {
  const minutes = (count: number) => sql`make_interval(mins => ${count})`;
  const [facts] = await tx.execute<Facts>(sql`
    select coalesce(later.count, 0) = 2 as "isRead",
      extract(epoch from since.first_at - now())::float8 as "secondsToFirst",
      extract(epoch from base.at + ${minutes(MOST_MINUTES)} - now())::float8 as "secondsLeft",
      base.balance_micros as before, later.balance as after, later.books - base.books_micros as books,
      later.moved[1] as moved, later.moved[2] as "movedFirst", f.cost_exact as cost,
      exists (select from forwards g where g.supplier_id = s.id and g.unknown_since > base.started_at and g.id <> f.id) as "hasOthers",
      exists (select from forwards g where g.supplier_id = s.id and g.status_due_at is not null and g.ended_at is null
        and g.accepted_at <= later.at and (coalesce(g.status_at <= later.at, true) or g.flag is not null)) as "mayBeRefunded",
      f.unknown_since < now() - ${minutes(GIVE_UP_MINUTES)} as "isOld"
    from forwards f join suppliers s on s.id = f.supplier_id and not s.idempotent
    cross join lateral (
      select * from supplier_readings r where r.supplier_id = s.id and r.at <= f.sent_at order by r.at desc limit 1
    ) base
    cross join lateral (
      select count(*) as count, count(balance_seen_at) as seen, max(balance_seen_at - accepted_at) as slowest from (
        select balance_seen_at, accepted_at from forwards b where b.supplier_id = s.id and b.accepted_at <= base.at
        order by b.accepted_at desc limit ${SEEN_BEFORE}
      ) last
    ) trust
    cross join lateral (
      select f.unknown_since + greatest(${minutes(LEAST_MINUTES_AFTER)}, trust.slowest) as first_at
    ) since
    cross join lateral (
      select count(*) as count, max(at) as at, (array_agg(balance_micros order by at desc))[1] as balance,
        (array_agg(books_micros order by at desc))[1] as books,
        array_agg(balance_micros - base.balance_micros - (books_micros - base.books_micros) order by at desc) as moved
      from (
        select * from supplier_readings r where r.supplier_id = s.id and r.account = base.account and r.started_at >= since.first_at
          and r.at <= base.at + ${minutes(MOST_MINUTES)}
        order by r.at desc limit 2
      ) two
    ) later
    where f.id = ${id} and f.flag is null and f.restored_at is null and f.holder is null and f.external_order_id is null
      and base.account = ${accountOf} and trust.count = ${SEEN_BEFORE} and trust.seen = ${SEEN_BEFORE} and f.cost_exact > 0
      and f.cost_exact % (
        select max(unit) from unnest(array[0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000, 10000, 100000, 1000000]) as unit where not exists (
          select from (select balance_micros from supplier_readings r where r.supplier_id = s.id order by r.at desc limit ${SEEN_BEFORE}) b
          where b.balance_micros % unit <> 0)) = 0
      and not exists (
        select from supplier_entries e where e.supplier_id = s.id and e.seq > base.books_version and e.kind <> 'purchase')
      and not exists (
        select from forwards g where g.supplier_id = s.id and g.unknown_since > base.started_at and g.state <> 'unknown'
          and g.balance_proof is distinct from 'not_bought')`);
  return facts;
}
