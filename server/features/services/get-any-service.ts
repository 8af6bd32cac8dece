import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { services } from '../../../db/schema/services.ts';
import type { AdminServiceOut } from '../../../shared/admin-services.ts';
import type { Actor } from '../../../shared/users.ts';
import { DomainError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { adminServiceColumns, presentServices } from './service-rows.ts';

/**
 * A service for an admin, whether customers see it or not.
 * @throws DomainError `forbidden` unless an admin asks, `service_not_found` for one that never was.
 */
export async function getAnyService(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminServiceOut> {
  assertAdmin(actor);
  const rows = await db.select(adminServiceColumns).from(services).where(eq(services.id, id));
  const [service] = await presentServices(db, rows);
  if (!service) throw new DomainError('service_not_found');
  return service;
}
