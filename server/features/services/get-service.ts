import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { services } from '../../../db/schema/services.ts';
import type { ServiceOut } from '../../../shared/services.ts';
import { DomainError } from '../../errors.ts';
import { presentServices, serviceColumns } from './service-rows.ts';

/** @throws DomainError `service_not_found` for a service that never was or was deleted. */
export async function getService(db: Db, { id }: { id: number }): Promise<ServiceOut> {
  const rows = await db
    .select(serviceColumns)
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt)));
  const [service] = await presentServices(db, rows);
  if (!service) throw new DomainError('service_not_found');
  return service;
}
