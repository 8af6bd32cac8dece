import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { ReorderInput, ResetOrderInput } from '#shared/admin-services.ts';
import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { findCategory } from '../../base/lists/categories.ts';

/**
 * Moves a service right before or after another one of its top, which stores the order of the whole top: it no longer depends
 * on sales, and new services come last. Admins only.
 * @throws DomainError `service_not_found` if one of the two is deleted or their tops differ
 */
export async function reorderServices(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, before, after }: ReorderInput,
): Promise<Done> {
  assertAdmin(actor);
  const besideId = before ?? after ?? id;
  await db.transaction(async (tx) => {
    const { name } = await lockCategory(tx, [id, besideId]);
    const [moved] = await tx.execute<{ was: number; is: number }>(sql`
      with stood as (
        select id, top, row_number() over (order by shelf_rank desc, counted_orders desc, id desc) as place
        from ${services}
        where deleted_at is null and top = (select top from ${services} where id = ${id})
      ), stands as (
        select id, place as was, count(*) over () as services, row_number() over (
          order by case when id = ${id} then (select place from stood as beside where beside.id = ${besideId})
            + ${before === undefined ? 0.5 : -0.5}::numeric else place end) as place
        from stood
      ), placed as (
        update ${services} set shelf_rank = stands.services - stands.place + 1
        from stands
        where ${services.id} = stands.id and ${services.shelfRank} <> stands.services - stands.place + 1
      )
      select was::int, place::int as "is" from stands where id = ${id}`);
    await recordAction(tx, actor, {
      action: 'service.reorder',
      subject: 'service',
      subjectId: id,
      subjectName: name,
      before: { place: moved?.was },
      after: { place: moved?.is },
    });
  });
  events.publish('services');
  return { ok: true };
}

/** Resets the order of a category to the most ordered first. Admins only. */
export async function resetOrder(
  { db, events }: WriteDeps,
  actor: Actor,
  { category }: ResetOrderInput,
): Promise<Done> {
  assertAdmin(actor);
  const { top } = await findCategory(db, category);
  await db.transaction(async (tx) => {
    await lockAll(tx, top);
    const reset = await tx
      .update(services)
      .set({ shelfRank: 0 })
      .where(and(eq(services.top, top), gt(services.shelfRank, 0)))
      .returning({ id: services.id });
    if (reset.length === 0) return;
    await recordAction(tx, actor, {
      action: 'service.reorder',
      subject: 'catalogue',
      subjectName: top,
      before: { arranged: true },
      after: { arranged: false },
    });
  });
  events.publish('services');
  return { ok: true };
}

/** Two admins who reorder one category run one after the other, and the second sees the result of the first. */
async function lockCategory(tx: Tx, [id, besideId]: [number, number]): Promise<{ name: string }> {
  const named = await tx
    .select({ id: services.id, name: services.name, top: services.top })
    .from(services)
    .where(and(inArray(services.id, [id, besideId]), isNull(services.deletedAt)));
  const moved = named.find((service) => service.id === id);
  const beside = named.find((service) => service.id === besideId);
  if (!moved || moved.top !== beside?.top) throw new DomainError('service_not_found');
  const locked = await lockAll(tx, moved.top);
  if (!locked.has(id) || !locked.has(besideId)) throw new DomainError('service_not_found');
  return moved;
}

async function lockAll(tx: Tx, top: string): Promise<Set<number>> {
  const rows = await tx
    .select({ id: services.id })
    .from(services)
    .where(and(eq(services.top, top), isNull(services.deletedAt)))
    .orderBy(services.id)
    .for('no key update');
  return new Set(rows.map(({ id }) => id));
}
