import { eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orderEvents, orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { settings } from '#db/schema/settings.ts';
import type { Askable, Askables } from '#shared/order-requests.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { RequestBlock, RequestKind } from '#shared/request-status.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The facts of an order that decide which requests are possible. */
interface Facts {
  status: OrderStatus;
  createdAt: Date;
  /** When it was completed or delivered in part. */
  deliveredAt: Date | null;
  /** The service's present settings, also of a deleted one. */
  refillDays: number | null;
  cancel: boolean;
  speedUp: boolean;
  coolDownHours: number;
  lastAskedAt: Date | null;
  hasOpenRequest: boolean;
  now: Date;
}

/** Returns which requests are possible now, by order id. Unknown ids are left out. */
export async function readAskables(db: Db | Tx, ids: readonly number[]): Promise<Map<number, Askables>> {
  const rows = await db
    .select({ id: orders.id, ...factColumns })
    .from(orders)
    .innerJoin(services, eq(services.id, orders.serviceId))
    .innerJoin(settings, sql`true`)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map(({ id, ...facts }) => [id, askablesOf(facts)]));
}

const ofOrder = sql`from ${orderRequests} where ${orderRequests.orderId} = ${orders.id}`;

const factColumns = {
  status: orders.status,
  createdAt: orders.createdAt,
  // Both statuses are final, so it is the last change.
  deliveredAt: sql<Date | null>`(
    select ${orderEvents.at} from ${orderEvents}
    where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.to} in ('completed', 'partial')
    order by ${orderEvents.seq} desc limit 1)`.mapWith(orderEvents.at),
  refillDays: services.refillDays,
  cancel: services.cancel,
  speedUp: services.speedUp,
  coolDownHours: settings.requestCooldownHours,
  lastAskedAt: sql<Date | null>`(
    select ${orderRequests.createdAt} ${ofOrder} order by ${orderRequests.id} desc limit 1)`.mapWith(
    orderRequests.createdAt,
  ),
  hasOpenRequest: sql<boolean>`exists (select ${ofOrder} and ${orderRequests.closedAt} is null)`,
  // The transaction may have begun before it got the order's lock.
  now: sql<Date>`clock_timestamp()`.mapWith(orders.createdAt),
};

function askablesOf(facts: Facts): Askables {
  return {
    refill: askableOf('refill', facts),
    cancel: askableOf('cancel', facts),
    speed_up: askableOf('speed_up', facts),
  };
}

/** Returns the first rule that forbids the request, or that it is possible. */
function askableOf(kind: RequestKind, facts: Facts): Askable {
  const { createdAt, deliveredAt, refillDays, coolDownHours, lastAskedAt, hasOpenRequest, now } = facts;
  const isOffered = { refill: refillDays !== null, cancel: facts.cancel, speed_up: facts.speedUp }[kind];
  if (!isOffered) return blocked('service');
  if (!statusesFor[kind].includes(facts.status)) return blocked('status');
  const endsAt = kind === 'refill' ? after(deliveredAt ?? createdAt, (refillDays ?? 0) * DAY_MS) : undefined;
  if (endsAt && now > endsAt) return blocked('period_over', endsAt);
  if (hasOpenRequest) return blocked('open_request');
  const freeAt = lastAskedAt && after(lastAskedAt, coolDownHours * HOUR_MS);
  if (!freeAt || now >= freeAt) return { possible: true, block: null, at: null };
  // A pause that lasts longer than the refill period has no end to wait for.
  return blocked('cool_down', endsAt && freeAt > endsAt ? null : freeAt);
}

const statusesFor: Record<RequestKind, readonly OrderStatus[]> = {
  refill: ['completed', 'partial'],
  cancel: ['pending', 'processing'],
  speed_up: ['pending', 'processing'],
};

function blocked(block: RequestBlock, at: Date | null = null): Askable {
  return { possible: false, block, at };
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}
