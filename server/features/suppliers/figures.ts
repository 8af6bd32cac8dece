import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { entryAmount, entryBalance } from '#db/schema/suppliers.ts';
import { type Nanos, nanos } from '#shared/money.ts';
import { type SupplierMicros, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE, type Supplier, type SupplierWithFigures } from '#shared/suppliers.ts';
import { waitsForWords } from '../../suppliers/refusal-words.ts';
import { isAskedFor, isBehind } from '../../suppliers/status-schedule.ts';

/** More purchases of one state are not counted. */
const MOST_COUNTED = 10_000;
/** The balance is read every five minutes. Among more calls it is not looked for. */
const MOST_CALLS = 5_000;

interface Figures extends Record<string, unknown> {
  id: number;
  queued: number;
  sending: number;
  unknown: number;
  waitingFunds: number;
  open: number;
  behind: number;
  behindSince: string | null;
  waitsForWords: boolean;
  unknownCostNanos: Nanos;
  /** The books, without purchases since the balance was read, less the balance, in micro-units. */
  unexplained: SupplierMicros | null;
  balance: string | null;
  balanceNamedIn: string | null;
  /** Net purchases of the last 24 hours in micro-units, and the hours of them. */
  spent: string;
  hours: number;
}

/**
 * Adds the figures of their pages to suppliers. What is spent comes from the running balance of the books and the payments, so that no
 * number of purchases makes it slow.
 */
export async function withFigures(db: Db, suppliers: Supplier[]): Promise<SupplierWithFigures[]> {
  if (suppliers.length === 0) return [];
  const ids = sql`${sql.param(suppliers.map(({ id }) => id))}::bigint[]`;
  const rows = await db.execute<Figures>(figuresOf(ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return suppliers.map((supplier) => {
    const row = byId.get(supplier.id);
    if (!row) throw new Error(`Supplier ${supplier.id} has no figures`);
    const { queued, sending, unknown, waitingFunds, open, waitsForWords: waits, unexplained, balanceNamedIn } = row;
    return {
      ...supplier,
      ...{ queued, sending, unknown, waitingFunds, open, waitsForWords: waits, balanceNamedIn },
      statusesBehind: row.behindSince === null ? null : { count: row.behind, oldestAt: new Date(row.behindSince) },
      unknownCostNanos: nanos(row.unknownCostNanos),
      unexplained: unexplained === null ? null : supplierDecimal(unexplained, AMOUNT_SCALE),
      lastsHours: lastsHours(row),
    };
  });
}

function lastsHours({ balance, spent, hours }: Figures): number | null {
  if (balance === null || Number(spent) <= 0) return null;
  return Math.max(0, Math.round((Number(balance) / Number(spent)) * hours * 100) / 100);
}

const STATES = ['queued', 'sending', 'unknown', 'waiting_funds'] as const;
const unsettled = sql.join(
  STATES.map(
    (state) => sql`(select state, supplier_id, next_supplier_id, cost_nanos from forwards
      where state = ${state} order by id limit ${MOST_COUNTED})`,
  ),
  sql` union all `,
);

/** A forward that waits to be sent belongs to the supplier of its next source. */
function figuresOf(ids: SQL): SQL {
  return sql`
    with unsettled as (${unsettled}), counted as (
      select case when f.state = 'queued' then f.next_supplier_id else coalesce(f.supplier_id, f.next_supplier_id) end as id,
        count(*) filter (where f.state = 'queued') as queued, count(*) filter (where f.state = 'sending') as sending,
        count(*) filter (where f.state = 'unknown') as unknown, count(*) filter (where f.state = 'waiting_funds') as waiting,
        coalesce(sum(f.cost_nanos) filter (where f.state = 'unknown'), 0) as cost
      from unsettled f
      group by 1
    )
    select s.id, coalesce(c.queued, 0)::int as queued, coalesce(c.sending, 0)::int as sending, coalesce(c.unknown, 0)::int as unknown,
      coalesce(c.waiting, 0)::int as "waitingFunds",
      ${waitsForWords(sql`s.id`)} as "waitsForWords",
      (select count(*)::int from (
        select from forwards f where f.supplier_id = s.id and ${isAskedFor} limit ${MOST_COUNTED}
      ) at_supplier) as open, behind.count as behind, behind.oldest as "behindSince",
      coalesce(c.cost, 0)::bigint as "unknownCostNanos",
      (s.books_exact - since.amount - s.balance_exact)::numeric(24, 4) as unexplained, s.balance_exact::text as balance,
      substring(asked.outcome from '^other_currency: (.+)$') as "balanceNamedIn",
      (coalesce(day_ago.balance, 0) + paid.amount - s.books_exact)::text as spent,
      extract(epoch from least(greatest(now() - coalesce(earliest.at, now()), interval '1 hour'), interval '1 day'))::float8 / 3600 as hours
    from suppliers s
    left join counted c on c.id = s.id
    cross join lateral (
      select count(*)::int as count, min(asked_at) as oldest from (
        select coalesce(f.status_at, f.accepted_at) as asked_at from forwards f where f.supplier_id = s.id and ${isBehind} limit ${MOST_COUNTED}
      ) late
    ) behind
    left join lateral (
      select ${entryBalance} as balance from supplier_entries e
      where e.supplier_id = s.id and e.at <= now() - interval '1 day' order by e.at desc limit 1
    ) day_ago on true
    left join lateral (select at from supplier_entries e where e.supplier_id = s.id and e.seq = 1) earliest on true
    left join lateral (
      select outcome from (
        select id, action, outcome from supplier_calls c where c.supplier_id = s.id order by id desc limit ${MOST_CALLS}
      ) newest where action = 'balance' order by id desc limit 1
    ) asked on true
    cross join lateral (
      select coalesce(sum(${entryAmount}), 0) as amount from supplier_entries e
      where e.supplier_id = s.id and e.kind in ('payment', 'adjustment') and e.at > now() - interval '1 day'
    ) paid
    cross join lateral (
      select coalesce(sum(coalesce(e.amount_exact, e.amount_micros)), 0) as amount
      from supplier_entries bought join supplier_entries e on e.forward_id = bought.forward_id and e.supplier_id = s.id
      where bought.supplier_id = s.id and bought.kind = 'purchase' and bought.at > s.balance_at
    ) since
    where s.id = any(${ids})`;
}
