import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { recordActions } from '#server/base/audit/record-action.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { changeForward } from '#server/suppliers/purchases/forward-changes.ts';
import type { StartedForwards, StartForwardsInput, StartObstacle } from '#shared/forwards.ts';
import type { Actor } from '#shared/users.ts';

/**
 * Forwards older open orders that a person has chosen. Those that can't be forwarded are skipped. A known request id gets its first
 * result. Admins only.
 */
export async function startForwards(
  { db, events }: WriteDeps,
  actor: Actor,
  { orderIds, requestId }: StartForwardsInput,
): Promise<StartedForwards> {
  assertAdmin(actor);
  const ids = [...new Set(orderIds)];
  const started = await db.transaction((tx) => start(tx, actor, ids, requestId));
  events.publish('forwards');
  return started;
}

async function start(tx: Tx, actor: Actor, ids: number[], requestId: string | undefined): Promise<StartedForwards> {
  const rows = await lockOrders(tx, ids);
  const earlier = requestId === undefined ? [] : await startedBefore(tx, actor, requestId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const judged = ids.map((orderId) => ({ orderId, reason: obstacleOf(byId.get(orderId)) }));
  const skipped = judged.flatMap(({ orderId, reason }) =>
    reason === undefined || earlier.includes(orderId) ? [] : [{ orderId, reason }],
  );
  if (earlier.length > 0) return { started: earlier.length, skipped };
  const chosen = rows.filter((row) => obstacleOf(row) === undefined);
  if (chosen.length === 0) return { started: 0, skipped };
  await withdrawRefused(
    tx,
    actor,
    chosen.map(({ id }) => id),
  );
  await tx
    .insert(forwards)
    .values(chosen.map(({ id }) => ({ orderId: id, startedBy: actor.id, startRequestId: requestId ?? null })));
  await recordActions(
    tx,
    actor,
    chosen.map(({ id, userId, serviceName }) => ({
      action: 'forward.start',
      subject: 'order',
      subjectId: id,
      subjectName: serviceName,
      userId,
      before: { forwarded: false },
      after: { forwarded: true },
    })),
  );
  return { started: chosen.length, skipped };
}

/**
 * In the order of their ids, as every statement that locks several. A statement after the locks reads them, so that it sees the
 * forwards of those that it waited for.
 */
async function lockOrders(tx: Tx, ids: number[]) {
  const chosen = inArray(orders.id, ids);
  await tx.select({ id: orders.id }).from(orders).where(chosen).orderBy(asc(orders.id)).for('no key update');
  return tx
    .select({
      id: orders.id,
      status: orders.status,
      userId: orders.userId,
      serviceName: orders.serviceName,
      hasSource: services.forwarded,
      isForwarded: sql<boolean>`exists (
        select from forwards f where f.order_id = ${orders.id} and f.state not in ('refused', 'withdrawn'))`,
    })
    .from(orders)
    .innerJoin(services, eq(services.id, orders.serviceId))
    .where(chosen)
    .orderBy(asc(orders.id));
}

function obstacleOf(row: Awaited<ReturnType<typeof lockOrders>>[number] | undefined): StartObstacle | undefined {
  if (!row) return 'not_found';
  if (row.status !== 'pending' && row.status !== 'processing') return 'ended';
  if (row.isForwarded) return 'forwarded';
  return row.hasSource ? undefined : 'no_source';
}

/** The orders that this admin's call with the request id has started. */
async function startedBefore(tx: Tx, actor: Actor, requestId: string): Promise<number[]> {
  const rows = await tx
    .select({ orderId: forwards.orderId })
    .from(forwards)
    .where(and(eq(forwards.startRequestId, requestId), eq(forwards.startedBy, actor.id)));
  return rows.map(({ orderId }) => orderId);
}

/** A purchase that every source refused is settled by the new one. */
async function withdrawRefused(tx: Tx, actor: Actor, ids: number[]): Promise<void> {
  const refused = await tx
    .select({ id: forwards.id, state: forwards.state, supplierId: forwards.supplierId })
    .from(forwards)
    .where(and(inArray(forwards.orderId, ids), eq(forwards.state, 'refused')))
    .for('no key update');
  for (const row of refused)
    await changeForward(tx, row, { to: 'withdrawn', actorId: actor.id, reason: 'it is sent again' });
}
