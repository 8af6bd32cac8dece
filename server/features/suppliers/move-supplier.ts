import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { fieldError } from '../../errors.ts';

/*
 * The panel at another host has other numbers: asked about a number of the former one, it names the status of another customer's order.
 */

const isOpenOrder = sql.raw(`o.status in ('pending', 'processing')`);

/**
 * Ends the daily questions about orders of a supplier that have ended. Call it before the supplier's row is locked: forwards come
 * before their supplier.
 */
export async function unfollowEnded(tx: Tx, supplierId: number): Promise<void> {
  await tx.execute(sql`
    update forwards set status_due_at = null where id in (
      select f.id from forwards f join orders o on o.id = f.order_id
      where f.supplier_id = ${supplierId} and f.status_due_at is not null and not ${isOpenOrder}
      order by f.id for no key update of f)`);
}

/**
 * Makes sure that the supplier at its host has nothing of this panel: no order that it delivers or may have bought, and no request. The
 * caller has locked the supplier, so a purchase whose claim came first is counted, and one that waits for the lock goes to the new host.
 * @throws DomainError `bad_input` beside `url`
 */
export async function assertNothingIsOpen(tx: Tx, { id, url }: { id: number; url: string }): Promise<void> {
  const [open] = await tx.execute<{ count: number }>(sql`
    select (
      select count(*) from forwards f join orders o on o.id = f.order_id
      where f.supplier_id = ${id} and f.status_due_at is not null and ${isOpenOrder}
    ) + (
      select count(*) from forwards where state in ('sending', 'unknown') and coalesce(supplier_id, next_supplier_id) = ${id}
    ) + (
      select count(*) from supplier_requests r join forwards f on f.id = r.forward_id
      where r.due_at is not null and f.supplier_id = ${id}
    ) as count`);
  const count = open?.count ?? 0;
  if (count === 0) return;
  const there = `Orders and requests that are open at ${new URL(url).host}: ${count}.`;
  throw fieldError(
    'bad_input',
    'url',
    `${there} Wait until they have ended, or add the other panel as a supplier of its own.`,
  );
}
