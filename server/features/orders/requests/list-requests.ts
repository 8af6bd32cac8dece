import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { withBengaliNames } from '#server/base/lists/bengali-names.ts';
import { afterCursor, idKey, type SortOrder, sortedBy, sortedPageFrom } from '#server/base/lists/sorted-keyset.ts';
import type { RequestListInput, RequestPage } from '#shared/order-requests.ts';
import type { Actor } from '#shared/users.ts';
import { requestColumns, withoutNames, withTimelines } from './request-rows.ts';

/** Lists the caller's own requests with their timelines, newest first. */
export async function listRequests(db: Db, actor: Actor, input: RequestListInput): Promise<RequestPage> {
  const { orderId, kind, open, cursor, limit } = input;
  const rows = await db
    .select({ ...requestColumns, serviceId: orders.serviceId, serviceName: orders.serviceName, link: orders.link })
    .from(orderRequests)
    .innerJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(
      and(
        eq(orderRequests.userId, actor.id),
        afterCursor('newest', newest, cursor),
        orderId === undefined ? undefined : eq(orderRequests.orderId, orderId),
        kind && eq(orderRequests.kind, kind),
        open ? isNull(orderRequests.closedAt) : undefined,
      ),
    )
    .orderBy(...sortedBy(newest))
    .limit(limit + 1);
  const { items, nextCursor } = sortedPageFrom(rows, limit, 'newest', newest);
  const named = await withBengaliNames(db, await withTimelines(db, items));
  return { items: named.map(withoutNames), nextCursor };
}

const newest: SortOrder<{ id: number }> = { keys: [idKey(orderRequests.id)], descending: true };
