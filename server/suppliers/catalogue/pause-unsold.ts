import { sql } from 'drizzle-orm';
import type { ListDeps } from '../read-list.ts';
import { lockServices } from './lock-catalogue.ts';
import { reviewSources } from './review-sources.ts';

/**
 * Takes a service off sale whose last source a refusal has paused. It is a transaction of its own after the refusal's, so that no lock of
 * an order waits for a lock of a service. If the process dies in between, the supplier's next list does the same.
 * @param source that was refused
 */
export async function pauseUnsold(
  { db, events, wakeMailer, config }: Omit<ListDeps, 'suppliers'>,
  source: { supplierId: number; externalId: string },
): Promise<void> {
  const { supplierId, externalId } = source;
  const paused = await db.transaction(async (tx) => {
    const refused = sql`s.supplier_id = ${supplierId} and s.external_id = ${externalId} and s.paused_reason = 'refused'`;
    const ids = await lockServices(tx, sql`v.id in (select s.service_id from service_sources s where ${refused})`);
    return reviewSources(tx, ids, config.publicUrl);
  });
  if (paused === 0) return;
  wakeMailer();
  events.publish('services');
}
