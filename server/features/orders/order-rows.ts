import { sql } from 'drizzle-orm';
import { orderComments, orderProgress } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { users } from '#db/schema/users.ts';
import { listedOf } from '#shared/order-fields.ts';
import type { OrderRow } from '#shared/orders.ts';

/** The terms of a service that affect an order. */
export const termColumns = {
  type: services.type,
  priceMicros: services.priceMicros,
  per: services.per,
  min: services.min,
  max: services.max,
};

/** What links a service takes. */
export const targetColumns = { platform: services.platform, kinds: services.kinds };

/** An order's comments as one text, for queries that don't list orders; null if it has none. */
export const commentsColumn = sql<
  string | null
>`(select ${orderComments.comments} from ${orderComments} where ${orderComments.orderId} = ${orders.id})`;

/** A subquery instead of a join, so that a list reads the progress of its page only. */
const progress = (column: 'start_count' | 'remains') =>
  sql<number | null>`(select ${sql.raw(column)} from ${orderProgress} where ${orderProgress.orderId} = ${orders.id})`;

/** The columns of an order that its customer may see, in the sequence of a placed one. */
export const orderColumns = {
  id: orders.id,
  serviceId: orders.serviceId,
  serviceName: orders.serviceName,
  ...listedOf(orders),
  priceMicros: orders.priceMicros,
  per: orders.per,
  chargeNanos: orders.chargeNanos,
  status: orders.status,
  remaining: orders.remaining,
  startCount: progress('start_count').mapWith(orderProgress.startCount),
  remains: progress('remains').mapWith(orderProgress.remains),
  createdAt: orders.createdAt,
} satisfies Record<keyof OrderRow, unknown>;

/** The columns for admins, for queries that join `users`. */
export const adminOrderColumns = { ...orderColumns, user: { id: users.id, userName: users.userName } };
