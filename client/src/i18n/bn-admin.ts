/* The admins' screens in Bengali. Customers do not load them. */

export * from './bn/admin/admin.ts';
export * from './bn/admin/admin-notices.ts';
export * from './bn/admin/admin-orders.ts';
export * from './bn/admin/admin-recharges.ts';
export * from './bn/admin/admin-requests.ts';
export * from './bn/admin/admin-services.ts';
export * from './bn/admin/admin-tickets.ts';
export * from './bn/admin/admin-users.ts';
export * from './bn/admin/audit.ts';
export * from './bn/admin/audit-fields.ts';
export * from './bn/admin/change-services.ts';
export * from './bn/admin/finds.ts';
export * from './bn/admin/import.ts';
export * from './bn/admin/jobs.ts';
export * from './bn/admin/messages.ts';
export * from './bn/admin/missing.ts';
export * from './bn/admin/order-details.ts';
export * from './bn/admin/outgoing.ts';
export * from './bn/admin/purchases.ts';
export * from './bn/admin/review-queue.ts';
export * from './bn/admin/set-aside.ts';
export * from './bn/admin/settings.ts';
export * from './bn/admin/shop.ts';
export * from './bn/admin/statuses.ts';
export * from './bn/admin/still-running.ts';
export * from './bn/reauthentication.ts';
