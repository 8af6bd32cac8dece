import { asc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/client.ts';
import { orderRequestEvents, orderRequests } from '#db/schema/order-parts.ts';
import { users } from '#db/schema/users.ts';
import { withoutReviewer } from '#server/base/identity/decided-by.ts';
import type { OrderRequestWithEvents } from '#shared/order-requests.ts';
import type { RequestKind, RequestStatus } from '#shared/request-status.ts';
import type { Reviewer } from '#shared/reviewers.ts';

const askers = alias(users, 'askers');

/** The columns of a request. Join {@link askers}. */
export const requestColumns = {
  id: orderRequests.id,
  orderId: orderRequests.orderId,
  kind: orderRequests.kind,
  status: orderRequests.status,
  createdAt: orderRequests.createdAt,
  closedAt: orderRequests.closedAt,
};

/** The user who made the request, for {@link withTimelines}. */
const askerColumns = { askedBy: orderRequests.askedBy, userId: orderRequests.userId };

export interface RequestRow {
  id: number;
  orderId: number;
  kind: RequestKind;
  status: RequestStatus;
  createdAt: Date;
  closedAt: Date | null;
}

type Timeline = Pick<OrderRequestWithEvents, 'reason' | 'decidedAt' | 'events'>;

/** Adds the timelines of requests, with the names of admins, in one query for all of them. */
export async function withTimelines<Row extends RequestRow>(db: Db | Tx, rows: Row[]): Promise<(Row & Timeline)[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [made, decided] = [await readAskers(db, ids), await readDecisions(db, ids)];
  return rows.map((row) => {
    const asker = made.get(row.id);
    const isOwn = asker?.askedBy === asker?.userId;
    const asked = {
      seq: 0,
      status: 'pending' as const,
      by: isOwn ? ('customer' as const) : ('admin' as const),
      byName: isOwn ? null : (asker?.byName ?? null),
      reason: null,
      at: row.createdAt,
    };
    const events = [asked, ...(decided.get(row.id) ?? [])];
    const last = events.length > 1 ? events.at(-1) : undefined;
    return { ...row, reason: last?.reason ?? null, decidedAt: last?.at ?? null, events };
  });
}

async function readAskers(db: Db | Tx, ids: number[]) {
  const rows = await db
    .select({ id: orderRequests.id, ...askerColumns, byName: askers.userName })
    .from(orderRequests)
    .innerJoin(askers, eq(askers.id, orderRequests.askedBy))
    .where(inArray(orderRequests.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

type Event = OrderRequestWithEvents['events'][number];

async function readDecisions(db: Db | Tx, ids: number[]): Promise<Map<number, Event[]>> {
  const rows = await db
    .select({
      id: orderRequestEvents.orderRequestId,
      seq: orderRequestEvents.seq,
      status: orderRequestEvents.to,
      decider: orderRequestEvents.decider,
      byName: users.userName,
      reason: orderRequestEvents.reason,
      at: orderRequestEvents.at,
    })
    .from(orderRequestEvents)
    .leftJoin(users, eq(users.id, orderRequestEvents.actorId))
    .where(inArray(orderRequestEvents.orderRequestId, ids))
    .orderBy(asc(orderRequestEvents.orderRequestId), asc(orderRequestEvents.seq));
  const byRequest = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byRequest].map(([id, events]) => [id, events.map(eventOf)]));
}

/** The panel closes a request when its order ends; that event has no admin and no reviewer. */
function eventOf({
  decider,
  byName,
  seq,
  status,
  reason,
  at,
}: Omit<Event, 'by'> & { decider: Reviewer | null }): Event {
  return { seq, status, by: decider ?? (byName === null ? 'panel' : 'admin'), byName, reason, at };
}

/** The requests of an order with their timelines, oldest first. */
export async function readRequestsOf(db: Db, orderId: number): Promise<OrderRequestWithEvents[]> {
  const rows = await db
    .select(requestColumns)
    .from(orderRequests)
    .where(eq(orderRequests.orderId, orderId))
    .orderBy(asc(orderRequests.id));
  return withTimelines(db, rows);
}

/** For customers, who don't see which admin decided, or that a supplier did. */
export function withoutNames<Request extends OrderRequestWithEvents>(request: Request): Request {
  return {
    ...request,
    events: request.events.map((event) => ({ ...event, by: withoutReviewer(event.by), byName: null })),
  };
}
