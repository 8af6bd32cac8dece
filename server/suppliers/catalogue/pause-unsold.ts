import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Attempt } from '../purchases/attempt.ts';
import type { ListDeps } from '../read-list.ts';
import { lockServices } from './lock-catalogue.ts';
import { reviewSources } from './review-sources.ts';

/**
 * Takes services off sale whose last source a refusal or overcharges have paused. It is a transaction of its own after theirs, so that no lock of
 * an order waits for a lock of a service.
 */
export async function pauseUnsold({ db, events }: Pick<ListDeps, 'db' | 'events'>): Promise<void> {
  const { paused } = await db.transaction(async (tx) => {
    const refused = sql`select s.service_id from service_sources s where s.paused_reason in ('refused', 'overcharged')`;
    const ids = await lockServices(tx, sql`not v.hidden and v.id in (${refused})`);
    return reviewSources(tx, ids);
  });
  if (paused > 0) events.publish('services');
}

/** Pauses the source of an attempt, because its supplier does not sell the service now. @param text the supplier's words */
export async function pauseRefused(db: Db, { serviceId, supplier, order }: Attempt, text: string): Promise<void> {
  await db.execute(sql`
    update service_sources set paused_at = now(), paused_reason = 'refused', paused_text = ${text.slice(0, 500)}
    where service_id = ${serviceId} and supplier_id = ${supplier.id} and external_id = ${order.externalId} and paused_at is null`);
}
