import { and, eq, isNull, sql } from 'drizzle-orm';
import { services } from '../../../db/schema/services.ts';
import type { ServiceOut, UpdateServiceInput } from '../../../shared/services.ts';
import type { Actor } from '../../../shared/users.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { auditedFields, presentServices, serviceColumns } from './service-rows.ts';

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
  const updated = await db.transaction(async (tx) => {
    const [before] = await tx
      .select(serviceColumns)
      .from(services)
      .where(and(eq(services.id, id), isNull(services.deletedAt)))
      .for('no key update');
    if (!before) throw new DomainError('service_not_found');
    const [after] = await tx
      .update(services)
      .set({ ...fields, formerNames: namesBefore(fields.name), updatedAt: sql`now()` })
      .where(eq(services.id, id))
      .returning(serviceColumns);
    if (!after) throw new Error(`Service ${id} was there a moment ago`);
    await recordAction(tx, actor, {
      action: 'service.update',
      subject: 'service',
      subjectId: id,
      subjectName: after.name,
      before: auditedFields(before),
      after: auditedFields(after),
    });
    return after;
  });
  events.publish('services');
  const [service] = await presentServices(db, [updated]);
  if (!service) throw new Error('A service was given and not presented');
  return service;
}

/** Every name that an order may keep, each once. */
function namesBefore(newName: string) {
  const { name, formerNames } = services;
  return sql`case when ${name} = ${newName} or ${name} = any(${formerNames}) then ${formerNames}
    else array_append(${formerNames}, ${name}) end`;
}
