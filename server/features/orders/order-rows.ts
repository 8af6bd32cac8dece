import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';

/** The columns of an order that its customer may see. */
export const orderColumns = {
  id: orders.id,
  serviceId: orders.serviceId,
  serviceName: orders.serviceName,
  link: orders.link,
  quantity: orders.quantity,
  priceMicros: orders.priceMicros,
  chargeNanos: orders.chargeNanos,
  status: orders.status,
  remaining: orders.remaining,
  createdAt: orders.createdAt,
};

/** The columns for admins, for queries that join `users`. */
export const adminOrderColumns = { ...orderColumns, user: { id: users.id, userName: users.userName } };
