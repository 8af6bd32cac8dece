import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import type { AdminServiceOut } from '#shared/admin-services.ts';
import type { ServiceOut } from '#shared/services.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { adminServiceColumns, presentServices, serviceColumns } from './service-rows.ts';

/** @throws DomainError `service_not_found` for a service that does not exist, was deleted or is hidden. */
export async function getService(db: Db, { id }: { id: number }): Promise<ServiceOut> {
  const rows = await db
    .select(serviceColumns)
    .from(services)
    .where(and(eq(services.id, id), isOnOffer));
  const [service] = await presentServices(db, rows);
  if (!service) throw new DomainError('service_not_found');
  return service;
}

/**
 * Any service, including hidden and deleted ones. Admins only.
 * @throws DomainError `service_not_found`
 */
export async function getAnyService(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminServiceOut> {
  assertAdmin(actor);
  const rows = await db.select(adminServiceColumns).from(services).where(eq(services.id, id));
  const [service] = await presentServices(db, rows);
  if (!service) throw new DomainError('service_not_found');
  return service;
}
