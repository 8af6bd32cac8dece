import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { NamedServiceFields, ServiceOut, UpdateServiceInput } from '#shared/services.ts';
import type { SupplierField } from '#shared/supplier-fields.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { findCategory } from '../../base/lists/categories.ts';
import { reviewSources } from '../../suppliers/catalogue/review-sources.ts';
import { completeFields } from './complete-fields.ts';
import { editedFields } from './owned-fields.ts';
import {
  auditedFields,
  factsIn,
  type NamedServiceRow,
  namedServiceColumns,
  presentServices,
  storedFields,
} from './service-rows.ts';
import { asTakenExternalId } from './taken-external-id.ts';

/**
 * Replaces a service's fields. Without a type or a permission the stored one stays. Existing orders keep their name and price. Admins
 * only.
 * @param input `expectedUpdatedAt` is the last change that the admin saw; a retry succeeds without a change
 * @throws DomainError `service_not_found`, `bad_input` for limits that the type does not allow or an `externalId` of another service,
 * `service_changed` with the current fields if another admin changed it
 */
export async function updateService(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { id, expectedUpdatedAt, fieldsOfSupplier, ...input }: UpdateServiceInput,
): Promise<ServiceOut> {
  assertAdmin(actor);
  const category = (await findCategory(db, input.category)).slug;
  const change = db.transaction(async (tx) => {
    const { following: stored, ...before } = await lockService(tx, id);
    const { forwarded, ...following } = stored;
    const { facts = factsIn(before), nameBn = before.nameBn, ...typed } = input;
    const fields = {
      ...completeFields({ ...typed, category }, { ...before, forwarded }),
      ...{ facts, nameBn: nameBn || null },
    };
    const isAsSeen = expectedUpdatedAt === undefined || +expectedUpdatedAt === +before.updatedAt;
    if (!isAsSeen) {
      const { facts: _, ...others } = fields;
      if (isDeepStrictEqual(auditedFields(before), { externalId: before.externalId, ...others, ...facts }))
        return before;
      const changedTo = { ...auditedFields(before), updatedAt: before.updatedAt.toISOString() };
      throw new DomainError('service_changed', { details: { changedTo } });
    }
    const next = followingAfter(following, { before, fields, chosen: fieldsOfSupplier });
    await write(tx, id, fields, next);
    // A field that is the supplier's again follows at once.
    await reviewSources(tx, [id]);
    const after = await readService(tx, id);
    assertWithinSupplier(fields, after, next);
    await recordAction(tx, actor, {
      action: 'service.update',
      subject: 'service',
      subjectId: id,
      subjectName: after.name,
      before: { ...auditedFields(before), ...following },
      after: { ...auditedFields(after), ...next },
    });
    return after;
  });
  const row = await change.catch(asTakenExternalId(db, input.externalId));
  events.publish('services');
  const [service] = await presentServices(db, [row]);
  if (!service) throw new Error(`Service ${id} was not presented`);
  return service;
}

/** Two admins who change a service at the same time run one after the other. */
async function lockService(
  tx: Tx,
  id: number,
): Promise<NamedServiceRow & { following: Following & Pick<Row, 'forwarded'> }> {
  const { fieldsOfSupplier, pricedByRule, forwarded } = services;
  const [row] = await tx
    .select({ ...namedServiceColumns, following: { fieldsOfSupplier, pricedByRule, forwarded } })
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt)))
    .for('no key update');
  if (!row) throw new DomainError('service_not_found');
  return row;
}

async function readService(tx: Tx, id: number): Promise<NamedServiceRow> {
  const [row] = await tx.select(namedServiceColumns).from(services).where(eq(services.id, id));
  if (!row) throw new Error(`Service ${id} was locked but has disappeared`);
  return row;
}

type Row = typeof services.$inferSelect;
/** How a service follows its supplier. */
type Following = Pick<Row, 'fieldsOfSupplier' | 'pricedByRule'>;

/** A field, or a price, that is changed by hand is the shop's own. A field that was not the supplier's before is so if it is chosen. */
function followingAfter(
  { fieldsOfSupplier, pricedByRule }: Following,
  {
    before,
    fields,
    chosen,
  }: { before: NamedServiceRow; fields: NamedServiceFields; chosen?: SupplierField[] | undefined },
): Following {
  const edited = editedFields(before, fields).filter((field) => fieldsOfSupplier.includes(field));
  return {
    fieldsOfSupplier: (chosen ?? fieldsOfSupplier).filter((field) => !edited.includes(field)),
    pricedByRule: pricedByRule && fields.priceMicros === before.priceMicros,
  };
}

async function write(tx: Tx, id: number, fields: NamedServiceFields, following: Following): Promise<void> {
  await tx
    .update(services)
    .set({
      ...storedFields(fields),
      ...following,
      formerNames: namesBefore(fields.name),
      // The position belongs to the category that the service leaves.
      shelfRank: sql`case when ${services.category} = ${fields.category} then ${services.shelfRank} else 0 end`,
      updatedAt: sql`now()`,
    })
    .where(eq(services.id, id));
}

/** @throws DomainError `bad_input` for a limit of the shop's own that the supplier does not take */
function assertWithinSupplier(typed: NamedServiceFields, kept: NamedServiceRow, { fieldsOfSupplier }: Following): void {
  const labels = { min: 'minimum', max: 'maximum' };
  for (const limit of ['min', 'max'] as const)
    if (!fieldsOfSupplier.includes(limit) && kept[limit] !== typed[limit])
      throw fieldError('bad_input', limit, `The supplier's ${labels[limit]} is ${kept[limit]}`);
}

/** All names that existing orders may have, without duplicates. */
function namesBefore(newName: string) {
  const { name, formerNames } = services;
  return sql`case when ${name} = ${newName} or ${name} = any(${formerNames}) then ${formerNames}
    else array_append(${formerNames}, ${name}) end`;
}
