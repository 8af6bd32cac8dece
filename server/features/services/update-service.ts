import { and, eq, isNull, sql } from 'drizzle-orm';
import { services } from '../../../db/schema/services.ts';
import type { ServiceOut, UpdateServiceInput } from '../../../shared/services.ts';
import type { Actor } from '../../../shared/users.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { presentServices, serviceColumns } from './service-rows.ts';

/**
 * Replaces what a service says. Orders already placed keep the name and price they were placed with.
 * @throws DomainError `forbidden` unless an admin asks, `service_not_found` for one that never was or was deleted.
 */
export async function updateService(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  input: UpdateServiceInput,
): Promise<ServiceOut> {
  assertAdmin(actor);
  const { id, ...fields } = input;
  const rows = await db
    .update(services)
    .set({ ...fields, formerNames: namesBefore(fields.name), updatedAt: sql`now()` })
    .where(and(eq(services.id, id), isNull(services.deletedAt)))
    .returning(serviceColumns);
  events.publish('services');
  const [service] = await presentServices(db, rows);
  if (!service) throw new DomainError('service_not_found');
  return service;
}

/** Every name that an order may keep, each once. */
function namesBefore(newName: string) {
  const { name, formerNames } = services;
  return sql`case when ${name} = ${newName} or ${name} = any(${formerNames}) then ${formerNames}
    else array_append(${formerNames}, ${name}) end`;
}
