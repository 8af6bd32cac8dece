import { admin } from './bn/admin/admin.ts';
import { adminOrders } from './bn/admin/admin-orders.ts';
import { adminRecharges } from './bn/admin/admin-recharges.ts';
import { adminTickets } from './bn/admin/admin-tickets.ts';
import { adminEntries, adminUsers } from './bn/admin/admin-users.ts';
import { queue } from './bn/admin/review-queue.ts';
import { shop } from './bn/admin/shop.ts';
import { adminOrderStatus, adminTimeline } from './bn/admin/statuses.ts';

/** The admins' screens in Bengali, by area. Customers do not load them. */
export const bnAdmin = {
  admin,
  adminEntries,
  adminOrders,
  adminOrderStatus,
  adminRecharges,
  adminTickets,
  adminTimeline,
  adminUsers,
  queue,
  shop,
};
