import { sql } from 'drizzle-orm';
import type { ListDeps } from '../read-list.ts';
import { lockServices } from './lock-catalogue.ts';
import { reviewSources } from './review-sources.ts';

/**
 * Takes a service off sale whose last source a refusal has paused. A transaction of its own, after the refusal's: orders are locked
 * before services nowhere. A call that is lost is made up for by the supplier's next list.
 */
export async function pauseUnsold(
  { db, events, wakeMailer, config }: Omit<ListDeps, 'suppliers'>,
  { supplierId, externalId }: { supplierId: number; externalId: string },
): Promise<void> {
  const paused = await db.transaction(async (tx) => {
    const refused = sql`s.supplier_id = ${supplierId} and s.external_id = ${externalId} and s.paused_reason = 'refused'`;
    const ids = await lockServices(tx, sql`v.id in (select s.service_id from service_sources s where ${refused})`);
    return reviewSources(tx, ids, config.publicUrl);
  });
  if (paused === 0) return;
  wakeMailer();
  events.publish('services');
}
