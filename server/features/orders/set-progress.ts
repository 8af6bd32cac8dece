import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { orderProgress } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import type { SetProgressInput } from '#shared/order-progress.ts';
import type { AdminOrder } from '#shared/orders.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { adminOrderColumns } from './order-rows.ts';

/**
 * Stores the start count and the remains of an order, also of a finished one. A missing field stays unchanged, null clears it. Setting
 * the same again changes nothing. Admins only.
 * @throws DomainError `not_found`, `remains_out_of_range`
 */
export async function setProgress(
  { db, events }: WriteDeps,
  actor: Actor,
  input: SetProgressInput,
): Promise<AdminOrder> {
  assertAdmin(actor);
  const { order, isChanged } = await db.transaction((tx) => setProgressWithin(tx, actor, input));
  if (isChanged) events.publish('orders', `${order.user.id}:${order.id}`);
  return order;
}

async function setProgressWithin(tx: Tx, actor: Actor, { id, startCount, remains }: SetProgressInput) {
  const order = await lockOrder(tx, id);
  const { startCount: oldStart, remains: oldRemains } = order;
  const before = { startCount: oldStart, remains: oldRemains };
  const after = {
    startCount: startCount === undefined ? oldStart : startCount,
    remains: remains === undefined ? oldRemains : remains,
  };
  if (after.remains !== null && after.remains > order.quantity) throw fieldError('remains_out_of_range', 'remains');
  const isChanged = after.startCount !== oldStart || after.remains !== oldRemains;
  if (!isChanged) return { order, isChanged };
  await storeProgress(tx, { id, ...after });
  await recordAction(tx, actor, {
    action: 'order.setProgress',
    subject: 'order',
    subjectId: id,
    subjectName: order.serviceName,
    userId: order.user.id,
    before,
    after,
  });
  return { order: { ...order, ...after }, isChanged };
}

/** A missing field stays unchanged. */
export interface Progress {
  id: number;
  startCount?: number | null;
  /** At most the quantity of the order. */
  remains?: number | null;
}

/**
 * Stores how far an order is, without an audit entry. The order has to be locked.
 * @returns whether that is new
 */
export async function storeProgress(tx: Tx, { id, ...progress }: Progress): Promise<boolean> {
  if (progress.startCount === undefined && progress.remains === undefined) return false;
  const stored = await tx
    .insert(orderProgress)
    .values({ orderId: id, ...progress })
    .onConflictDoUpdate({
      target: orderProgress.orderId,
      set: { ...progress, updatedAt: sql`now()` },
      setWhere: or(
        progress.startCount === undefined ? undefined : isNew(orderProgress.startCount, progress.startCount),
        progress.remains === undefined ? undefined : isNew(orderProgress.remains, progress.remains),
      ),
    })
    .returning({ orderId: orderProgress.orderId });
  return stored.length > 0;
}

function isNew(column: PgColumn, value: number | null): SQL {
  return sql`${column} is distinct from ${value}::bigint`;
}

/** Admins' changes of one order wait for each other. The progress is read once the lock is held. */
async function lockOrder(tx: Tx, id: number): Promise<AdminOrder> {
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for('no key update');
  const [order] = await tx
    .select(adminOrderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id));
  if (!order) throw new DomainError('not_found');
  return order;
}

type Decided = Pick<AdminOrder, 'id' | 'status' | 'remaining'>;

/** The remains that a status determines; undefined if it determines none. */
function remainsOf({ status, remaining }: Omit<Decided, 'id'>): number | undefined {
  return status === 'completed' ? 0 : (status === 'partial' && remaining) || undefined;
}

/** The remains after a decision: known ones agree with the status. */
export function remainsAfter(decided: Omit<Decided, 'id'>, remains: number | null): number | null {
  return remains === null ? null : (remainsOf(decided) ?? remains);
}

/** Stores the remains after a decision. The order has to be locked. */
export async function followStatus(tx: Tx, decided: Decided): Promise<void> {
  const remains = remainsOf(decided);
  if (remains === undefined) return;
  await tx
    .update(orderProgress)
    .set({ remains, updatedAt: sql`now()` })
    .where(and(eq(orderProgress.orderId, decided.id), ne(orderProgress.remains, remains)));
}
