import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { SupplierMicros } from '#shared/supplier-money.ts';
import type { SupplierClient } from '../../suppliers/protocols/client.ts';
import type { BalanceSupplier } from '../../suppliers/protocols/results.ts';
import { stopSupplier } from '../../suppliers/stop-supplier.ts';
import { noteCall } from '../../suppliers/take-call.ts';
import { accountOf, proveByBalance } from './balance-proof.ts';

/**
 * Asks a supplier for the balance, and stores it. A balance in another currency is never stored, and never converted. If nothing was being
 * bought there in the meantime it is also a reading that can be proof, and the purchases since the reading before are marked that it shows.
 * @returns micro-units of its currency, and the time by the database's clock; null without a readable answer in its currency
 */
export async function readStoredBalance(
  db: Db,
  client: Pick<SupplierClient, 'balance'>,
  supplier: BalanceSupplier,
): Promise<{ micros: SupplierMicros; atMs: number } | null> {
  await noteCall(db, supplier.id);
  const [begun] = await db.execute<{ at: string; version: number; isBuying: boolean }>(sql`
    select now()::text as at, books_version as version, ${isBuying} as "isBuying" from suppliers s where s.id = ${supplier.id}`);
  const result = await client.balance(supplier);
  if (result.kind === 'account')
    await stopSupplier(db, { supplierId: supplier.id, reason: 'account', text: result.text });
  if (result.kind !== 'answered') return null;
  const { balanceMicros } = result;
  const [row] = await db.execute<{ atMs: number }>(sql`
    with stored as (
      update suppliers s set balance_exact = ${balanceMicros}::numeric, balance_at = now()
      where s.id = ${supplier.id} and currency = ${supplier.currency} and url = ${supplier.url}
      returning s.id, balance_at, books_exact, books_version, ${accountOf} as account, ${isBuying} as is_buying
    ), reading as (
      insert into supplier_readings (supplier_id, at, started_at, balance_micros, books_micros, books_version, account)
      select id, now(), ${begun?.at ?? null}::timestamptz, ${balanceMicros}::numeric, books_exact, books_version, account from stored
      where not is_buying and not ${begun?.isBuying ?? true}::boolean and books_version = ${begun?.version ?? -1}::bigint
      on conflict do nothing returning *
    ), seen as (
      update forwards f set balance_seen_at = r.at
      from reading r cross join lateral (
        select * from supplier_readings b where b.supplier_id = r.supplier_id and b.at < r.at order by b.at desc limit 1
      ) before join supplier_entries e on e.supplier_id = before.supplier_id and e.seq > before.books_version
      where f.id = e.forward_id and e.kind = 'purchase' and e.seq <= r.books_version and f.balance_seen_at is null
        and before.account = r.account and r.at <= before.at + interval '10 minutes'
        and r.balance_micros - before.balance_micros = r.books_micros - before.books_micros
    ), old as (
      delete from supplier_readings where supplier_id = ${supplier.id} and at < now() - interval '1 day'
    )
    select (extract(epoch from balance_at) * 1000)::float8 as "atMs" from stored`);
  return row ? { micros: balanceMicros, atMs: row.atMs } : null;
}

/** Of the supplier `s`. */
const isBuying = sql`exists (select from forwards f where f.supplier_id = s.id and f.holder is not null)`;

/**
 * Reads the balance after a purchase became unknown, at a supplier without `request_id`, and stores it beside the balance of the books, for
 * the person who settles it. One call serves all that wait for it. Where the balance can be proof it is read again, until it decides.
 * @returns the ids of the forwards
 */
export async function readBalanceEvidence(
  db: Db,
  client: Pick<SupplierClient, 'balance'>,
  supplier: BalanceSupplier,
): Promise<number[]> {
  const waiting = sql`state = 'unknown' and next_supplier_id = ${supplier.id} and due_at <= now() and holder is null`;
  const rows = await db.execute<{ id: number }>(
    sql`select id from forwards where ${waiting} order by due_at limit 1000`,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const balance = (await readStoredBalance(db, client, supplier))?.micros ?? null;
  // Without a balance the person decides without.
  if (balance !== null)
    await db.execute(sql`
      update forwards set evidence_at = now(), evidence_balance_micros = ceil(${balance}::numeric),
        evidence_books_micros = (select ceil(books_exact) from suppliers where id = ${supplier.id})
      where id = any(${sql.param(ids)}::bigint[]) and state = 'unknown' and holder is null`);
  for (const id of ids) await proveByBalance(db, id);
  return ids;
}
