import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import { recordActions } from '#server/base/audit/record-action.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import type { CheckedOrders, CheckRequestsInput, FiledRequests, FileRequestsInput } from '#shared/admin-requests.ts';
import type { Actor } from '#shared/users.ts';
import { adminOrderColumns } from '../order-rows.ts';
import { readAskables } from './askables.ts';
import { makeRequests } from './make-requests.ts';
import { publishRequest } from './publish-request.ts';

/** Returns whether a request can be filed for each of these orders, with the reason if not. Admins only. */
export async function checkRequests(
  db: Db,
  actor: Actor,
  { kind, orderIds }: CheckRequestsInput,
): Promise<CheckedOrders> {
  assertAdmin(actor);
  const found = await db
    .select(adminOrderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, orderIds));
  const byId = new Map(found.map((order) => [order.id, order]));
  const askables = await readAskables(db, [...byId.keys()]);
  return {
    items: [...new Set(orderIds)].map((orderId) => ({
      orderId,
      order: byId.get(orderId) ?? null,
      askable: askables.get(orderId)?.[kind] ?? null,
    })),
  };
}

/**
 * Files a request for each of these orders that allows it, for customers who asked elsewhere, by the rules for customers. All of them are
 * one transaction. A retry with the same request id gets the requests that it filed. Admins only.
 * @throws DomainError `idempotency_conflict`
 */
export async function fileRequests(
  { db, events }: WriteDeps,
  actor: Actor,
  input: FileRequestsInput,
): Promise<FiledRequests> {
  assertAdmin(actor);
  const { kind, requestId } = input;
  const orderIds = [...new Set(input.orderIds)];
  const made = await db.transaction(async (tx) => {
    const all = await makeRequests(tx, actor, { kind, orderIds, requestId });
    const filed = all.filter(({ request, isEarlier }) => request && !isEarlier);
    const names = await tx
      .select({ id: orders.id, serviceName: orders.serviceName })
      .from(orders)
      .where(inArray(orders.id, orderIds));
    const nameOf = new Map(names.map(({ id, serviceName }) => [id, serviceName]));
    await recordActions(
      tx,
      actor,
      filed.map(({ orderId, userId }) => ({
        action: 'request.file',
        subject: 'order',
        subjectId: orderId,
        subjectName: nameOf.get(orderId) ?? '',
        userId,
        before: null,
        after: { kind, status: 'pending' },
      })),
    );
    return all;
  });
  for (const { request, userId, orderId, isEarlier } of made) {
    if (request && !isEarlier) publishRequest(events, { id: request.id, orderId, userId });
  }
  const byOrder = new Map(made.map((each) => [each.orderId, each]));
  return {
    items: orderIds.map((orderId) => {
      const { request = null, askable = null } = byOrder.get(orderId) ?? {};
      return { orderId, request, askable };
    }),
  };
}
