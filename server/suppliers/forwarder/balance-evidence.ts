import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { SupplierMicros } from '#shared/supplier-money.ts';
import type { SupplierClient } from '../api/client.ts';
import type { BalanceSupplier } from '../api/results.ts';
import { stopSupplier } from '../stop-supplier.ts';
import { noteCall } from '../take-call.ts';

/**
 * Asks a supplier for the balance, and stores it. A balance in another currency is never stored, and never converted.
 * @returns micro-units of its currency, and the time by the database's clock; null without a readable answer in its currency
 */
export async function readStoredBalance(
  db: Db,
  client: Pick<SupplierClient, 'balance'>,
  supplier: BalanceSupplier,
): Promise<{ micros: SupplierMicros; atMs: number } | null> {
  await noteCall(db, supplier.id);
  const result = await client.balance(supplier);
  if (result.kind === 'account')
    await stopSupplier(db, { supplierId: supplier.id, reason: 'account', text: result.text });
  if (result.kind !== 'answered') return null;
  const { balanceMicros } = result;
  const [row] = await db.execute<{ atMs: number }>(sql`
    update suppliers set balance_exact = ${balanceMicros}::numeric, balance_at = now()
    where id = ${supplier.id} and currency = ${supplier.currency} and url = ${supplier.url}
    returning (extract(epoch from balance_at) * 1000)::float8 as "atMs"`);
  return row ? { micros: balanceMicros, atMs: row.atMs } : null;
}

/**
 * Reads the balance once after a purchase became unknown, at a supplier without `request_id`, and stores it beside the balance of the
 * books, for the person who settles it. One call serves all that wait for it.
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
  const ofThese = sql`id = any(${sql.param(ids)}::bigint[]) and state = 'unknown' and holder is null`;
  // Without a balance the person decides without.
  const evidence =
    balance === null
      ? sql``
      : sql`, evidence_at = now(), evidence_balance_micros = ceil(${balance}::numeric),
          evidence_books_micros = (select ceil(books_exact) from suppliers where id = ${supplier.id})`;
  await db.execute(sql`update forwards set due_at = null${evidence} where ${ofThese}`);
  return ids;
}
