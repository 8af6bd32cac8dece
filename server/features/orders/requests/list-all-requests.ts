import { and, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { forwards, supplierRequests } from '#db/schema/forwards.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { DomainError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { countMatching } from '#server/base/lists/bounded-count.ts';
import type { Skipping } from '#server/base/lists/keyset.ts';
import { reviewSorts } from '#server/base/lists/review-sorts.ts';
import { idsFound } from '#server/base/lists/search-arms.ts';
import { afterCursor, sortedBy, sortedPageFrom } from '#server/base/lists/sorted-keyset.ts';
import type {
  AdminRequest,
  AdminRequestFilter,
  AdminRequestListInput,
  AdminRequestPage,
  AdminRequestWithEvents,
} from '#shared/admin-requests.ts';
import type { BoundedCount } from '#shared/review-queue.ts';
import { reviewers } from '#shared/reviewers.ts';
import type { Actor } from '#shared/users.ts';
import { orderColumns } from '../order-rows.ts';
import { requestFilter, waysToFindRequests } from './request-filter.ts';
import { requestColumns, withTimelines } from './request-rows.ts';

/**
 * Lists all customers' requests, newest first by default. `search` finds order numbers, and text in the order's customer, service name
 * and link. Admins only.
 */
export async function listAllRequests(
  db: Db,
  actor: Actor,
  input: AdminRequestListInput & Skipping,
): Promise<AdminRequestPage> {
  assertAdmin(actor);
  const { search, from, to, sort = 'newest', cursor, limit, skip = 0 } = input;
  const { name, order, by } = sortOf(sort, Boolean(from ?? to));
  const filter = and(requestFilter(input), afterCursor(name, order, cursor));
  const found = search && {
    ways: await waysToFindRequests(db, search),
    filter,
    newest: skip + limit + 1,
    by,
    oldestFirst: !order.descending,
  };
  const rows = await select(db)
    .where(found ? inArray(orderRequests.id, idsFound(orderRequests.id, found)) : filter)
    .orderBy(...sortedBy(order))
    .limit(limit + 1)
    .offset(skip);
  const { items, nextCursor } = sortedPageFrom(rows, limit, name, order);
  return { items: await present(db, items), nextCursor };
}

/** Counts the requests that match a filter, up to a limit. Admins only. */
export async function countMatchingRequests(db: Db, actor: Actor, input: AdminRequestFilter): Promise<BoundedCount> {
  assertAdmin(actor);
  const { search } = input;
  const ways = search ? await waysToFindRequests(db, search) : [];
  return countMatching(db, orderRequests.id, { search, filter: requestFilter(input), ways });
}

/**
 * Any request with its order and its timeline, oldest first. Admins only.
 * @throws DomainError `not_found`
 */
export async function getRequest(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminRequestWithEvents> {
  assertAdmin(actor);
  return readAdminRequest(db, id);
}

/** @throws DomainError `not_found` */
export async function readAdminRequest(db: Db | Tx, id: number): Promise<AdminRequestWithEvents> {
  const [request] = await present(db, await select(db).where(eq(orderRequests.id, id)));
  if (!request) throw new DomainError('not_found');
  return request;
}

function select(db: Db | Tx) {
  return db
    .select({ ...requestColumns, order: orderColumns, user: { id: users.id, userName: users.userName } })
    .from(orderRequests)
    .innerJoin(orders, eq(orders.id, orderRequests.orderId))
    .innerJoin(users, eq(users.id, orders.userId));
}

async function present(db: Db | Tx, rows: Awaited<ReturnType<typeof select>>): Promise<AdminRequestWithEvents[]> {
  const requests = await withTimelines(db, rows);
  const atSuppliers = await readAtSuppliers(
    db,
    rows.map(({ id }) => id),
  );
  return requests.map(({ user, order, ...request }) => {
    const last = request.decidedAt ? request.events.at(-1) : undefined;
    return {
      ...request,
      order: { ...order, user },
      decidedBy: last?.byName ?? null,
      decider: reviewers.find((decider) => decider === last?.by) ?? null,
      atSupplier: atSuppliers.get(request.id) ?? null,
    };
  });
}

/** The requests that were sent to suppliers, by their id. */
async function readAtSuppliers(db: Db | Tx, ids: number[]): Promise<Map<number, AdminRequest['atSupplier']>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: supplierRequests.orderRequestId,
      supplierName: suppliers.name,
      state: supplierRequests.state,
      answer: supplierRequests.answer,
    })
    .from(supplierRequests)
    .innerJoin(forwards, eq(forwards.id, supplierRequests.forwardId))
    .innerJoin(suppliers, eq(suppliers.id, forwards.supplierId))
    .where(inArray(supplierRequests.orderRequestId, ids));
  return new Map(rows.map(({ id, ...atSupplier }) => [id, atSupplier]));
}

const sortOf = reviewSorts<Pick<AdminRequest, 'id' | 'createdAt'>, 'newest' | 'oldest'>(orderRequests, {
  newest: { descending: true },
  oldest: { descending: false },
});
