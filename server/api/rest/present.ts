import type { AdminRecharge, RechargeOut } from '#shared/balance.ts';
import type { Nanos } from '#shared/money.ts';
import { customerStatus, type OrderStatus } from '#shared/order-status.ts';
import type { AdminOrder, OrderRow } from '#shared/orders.ts';
import type { ServiceOut } from '#shared/services.ts';
import type { AdminUser, SessionUser } from '#shared/users.ts';
import { toDollars, toPricePer1000 } from './dollars.ts';
import type { OrderShape, OwnOrderShape, plainStatuses, RechargeShape, ServiceShape, UserShape } from './shapes.ts';

/** Older clients know three statuses: `processing` becomes `pending`, `partial` becomes `done`. */
const plainStatus: Record<OrderStatus, (typeof plainStatuses)[number]> = {
  pending: 'pending',
  processing: 'pending',
  completed: 'done',
  partial: 'done',
  rejected: 'rejected',
};

/** The caller's own profile; callers are never blocked. */
export function presentOwnUser(user: SessionUser, balanceNanos: Nanos): UserShape {
  return presentUser({ ...user, balanceNanos, blocked: false });
}

export function presentUser(user: AdminUser): UserShape {
  return {
    _id: String(user.id),
    userName: user.userName,
    name: user.name,
    email: user.email,
    phone: user.phone,
    ...(user.image !== null && { image: user.image }),
    role: user.role,
    balance: toDollars(user.balanceNanos),
    isDeleted: user.blocked,
    isBlocked: user.blocked,
    createdAt: user.createdAt.toISOString(),
  };
}

/**
 * @param forAdmin older admin clients count `userIds`; for others the list would only be long.
 * @param publicUrl the panel's URL: older clients are on other origins, where an uploaded image's path is not valid
 */
export function presentService(
  service: ServiceOut,
  { forAdmin, publicUrl }: { forAdmin: boolean; publicUrl: string },
): ServiceShape {
  return {
    _id: String(service.id),
    name: service.name,
    image: service.image?.startsWith('/') ? publicUrl + service.image : (service.image ?? ''),
    description: service.description,
    price: toPricePer1000(service),
    type: service.type,
    category: service.top,
    min: service.min,
    max: service.max,
    avgTime: String(service.avgTimeHours),
    isDeleted: false,
    userIds: forAdmin ? Array<string>(service.totalSell).fill('') : [],
    totalSell: service.totalSell,
    createdAt: service.createdAt.toISOString(),
    updatedAt: service.updatedAt.toISOString(),
  };
}

export function presentOrder(order: OrderRow & Pick<AdminOrder, 'user'>): OrderShape {
  return {
    ...orderFields(order),
    userId: { _id: String(order.user.id), userName: order.user.userName },
    status: plainStatus[order.status],
  };
}

/** An order in its customer's own history, with the customer's labels. */
export function presentOwnOrder(order: OrderRow, userId: number): OwnOrderShape {
  return {
    ...orderFields(order),
    userId: String(userId),
    service: order.serviceName,
    status: customerStatus[order.status],
  };
}

export function presentRecharge(recharge: RechargeOut & Pick<AdminRecharge, 'user'>): RechargeShape {
  const { id, name, phone } = recharge.user;
  return {
    _id: String(recharge.id),
    userId: { _id: String(id), name, phone },
    amount: toDollars(recharge.amountNanos),
    paidTaka: recharge.paidTaka,
    paymentMethod: recharge.method,
    reference: recharge.reference,
    status: recharge.status,
    createdAt: recharge.createdAt.toISOString(),
  };
}

function orderFields(order: OrderRow) {
  return {
    _id: String(order.id),
    serviceId: { _id: String(order.serviceId), name: order.serviceName },
    link: order.link,
    quantity: order.quantity,
    price: toDollars(order.chargeNanos),
    ...(order.startCount !== null && { startCount: order.startCount }),
    ...(order.remains !== null && { remains: order.remains }),
    createdAt: order.createdAt.toISOString(),
  };
}
