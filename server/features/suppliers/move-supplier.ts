import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { fieldError } from '../../base/errors.ts';

const isOpenOrder = sql.raw(`o.status in ('pending', 'processing')`);

/**
 * Makes the evidence by `request_id` go on at another address of the same panel. Call it before the supplier's row is locked: forwards
 * come before their supplier. A purchase that is claimed in between stays with the former host, and is left to a person if it becomes
 * unknown.
 * @param addresses the stored address and the new one
 */
export async function moveHost(tx: Tx, { id, from, to }: { id: number; from: string; to: string }): Promise<void> {
  await tx.execute(sql`
    update forwards set host = ${new URL(to).host} where id in (
      select f.id from forwards f
      where f.state in ('queued', 'sending', 'waiting_funds', 'unknown') and f.host = ${new URL(from).host}
        and coalesce(f.supplier_id, f.next_supplier_id, ${id}) = ${id}
      order by f.id for no key update of f)`);
}

/**
 * Makes sure that the supplier at its host has nothing of this panel: no order that it delivers or may have bought, which includes one
 * whose link is in use there, and no request. The caller has locked the supplier, so a purchase whose claim came first is counted, and
 * one that waits for the lock goes to the new host.
 * @throws DomainError `bad_input` beside `url`
 */
export async function assertNothingIsOpen(tx: Tx, { id, url }: { id: number; url: string }): Promise<void> {
  const [open] = await tx.execute<{ count: number }>(sql`
    select (
      select count(*) from forwards f join orders o on o.id = f.order_id
      where f.supplier_id = ${id} and f.status_due_at is not null and ${isOpenOrder}
    ) + (
      select count(*) from forwards
      where coalesce(supplier_id, next_supplier_id) = ${id}
        and (state in ('sending', 'unknown') or (state in ('queued', 'waiting_funds') and link_in_use_since is not null))
    ) + (
      select count(*) from supplier_requests r join forwards f on f.id = r.forward_id
      where r.due_at is not null and f.supplier_id = ${id}
    ) as count`);
  const count = open?.count ?? 0;
  if (count === 0) return;
  const { host } = new URL(url);
  throw fieldError(
    'bad_input',
    'url',
    `Orders and requests that are open at ${host}: ${count}. Wait until they have ended, or add the other panel as a supplier of its own.`,
  );
}

/**
 * Makes sure that no service has a number of the previous panel as a source, and forgets that panel's list: at another panel the number is
 * another service's. The caller has locked the catalogue.
 * @throws DomainError `bad_input` beside `url`
 */
export async function forgetList(tx: Tx, { id, url }: { id: number; url: string }): Promise<void> {
  const [source] = await tx.execute(sql`select from service_sources where supplier_id = ${id} limit 1`);
  if (source)
    throw fieldError(
      'bad_input',
      'url',
      `Services are bought by their numbers at ${new URL(url).host}. Add the other panel as a supplier of its own.`,
    );
  await tx.execute(sql`delete from supplier_unreadable_lines where supplier_id = ${id}`);
  await tx.execute(sql`delete from supplier_services where supplier_id = ${id}`);
}
