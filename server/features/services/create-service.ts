import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { CreateServiceInput, NamedServiceFields, ServiceOut } from '#shared/services.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { auditedFields, namedServiceColumns, type ServiceRow, storedFields, withTarget } from './service-rows.ts';
import { asTakenExternalId } from './taken-external-id.ts';

/**
 * Creates a visible service. A retry with the same request id gets the first result. Admins only.
 * @throws DomainError `bad_input` for `externalId` if another service has it, `idempotency_conflict`
 */
export async function createService(
  { db, events }: WriteDeps,
  actor: Actor,
  { requestId, ...fields }: CreateServiceInput,
): Promise<ServiceOut> {
  assertAdmin(actor);
  const creation = db.transaction(async (tx) => {
    const [created] = await tx
      .insert(services)
      .values({
        ...storedFields(withTarget(fields)),
        createdBy: actor.id,
        requestId,
        createdFrom: requestId === undefined ? null : fields,
      })
      // Waits for a concurrent request with this id, which is then found.
      .onConflictDoNothing({ target: [services.requestId, services.createdBy] })
      .returning(namedServiceColumns);
    if (created) {
      await recordAction(tx, actor, {
        action: 'service.create',
        subject: 'service',
        subjectId: created.id,
        subjectName: created.name,
        before: null,
        after: auditedFields(created),
      });
    }
    return created;
  });
  const row = await creation.catch(asTakenExternalId(db, fields.externalId));
  if (!row) return present(await findCreated(db, actor, { requestId, fields }));
  events.publish('services');
  return present(row);
}

async function findCreated(
  db: Db,
  actor: Actor,
  { requestId = '', fields }: { requestId: string | undefined; fields: NamedServiceFields },
): Promise<ServiceRow> {
  const [created] = await db
    .select({ id: services.id, createdAt: services.createdAt, createdFrom: services.createdFrom })
    .from(services)
    .where(and(eq(services.requestId, requestId), eq(services.createdBy, actor.id)));
  const isSame = created && isDeepStrictEqual({ ...beforeTypes, ...created.createdFrom }, fields);
  if (!isSame) throw new DomainError('idempotency_conflict');
  const { id, createdAt } = created;
  return { ...storedFields(withTarget(fields)), id, createdAt, updatedAt: createdAt };
}

/** The fields that an input of the version before lacks. */
const beforeTypes = { type: 'default', refillDays: null, cancel: false, speedUp: false };

function present(row: ServiceRow): ServiceOut {
  return { ...row, totalSell: 0, measuredMinutes: null, measuredOn: null };
}
