import { and, eq, isNull, sql } from 'drizzle-orm';
import { services } from '../../../db/schema/services.ts';
import type { Done } from '../../../shared/done.ts';
import type { Actor } from '../../../shared/users.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/**
 * Takes a service out of every list and out of sale. Its orders and their history stay.
 * @throws DomainError `forbidden` unless an admin asks, `service_not_found` for one that never was or is already deleted.
 */
export async function deleteService(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { id }: { id: number },
): Promise<Done> {
  assertAdmin(actor);
  const deleted = await db
    .update(services)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(services.id, id), isNull(services.deletedAt)))
    .returning({ id: services.id });
  if (deleted.length === 0) throw new DomainError('service_not_found');
  events.publish('services');
  return { ok: true };
}
