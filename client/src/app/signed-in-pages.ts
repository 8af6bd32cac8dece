/** The pages of signed-in users. The names of their files are several kilobytes, which visitors do not load. */
export const signedInPages = {
  addBalance: () => import('../features/balance/add-balance-page.tsx'),
  addService: () => import('../features/admin/services/add-service-page.tsx'),
  audit: () => import('../features/admin/audit/audit-page.tsx'),
  buyService: () => import('../features/orders/buy-service/buy-service-page.tsx'),
  dashboard: () => import('../features/dashboard/overview-page.tsx'),
  job: () => import('../features/admin/jobs/job-page.tsx'),
  jobs: () => import('../features/admin/jobs/jobs-page.tsx'),
  manageNotices: () => import('../features/admin/notices/manage-notices-page.tsx'),
  manageOrders: () => import('../features/admin/orders/manage-orders-page.tsx'),
  manageRecharges: () => import('../features/admin/recharges/manage-recharges-page.tsx'),
  manageServices: () => import('../features/admin/services/manage-services-page.tsx'),
  manageTicket: () => import('../features/admin/tickets/manage-ticket-page.tsx'),
  manageTickets: () => import('../features/admin/tickets/manage-tickets-page.tsx'),
  manageUsers: () => import('../features/admin/users/manage-users-page.tsx'),
  massOrder: () => import('../features/orders/mass-order/mass-order-page.tsx'),
  newTicket: () => import('../features/tickets/new-ticket-page.tsx'),
  order: () => import('../features/orders/history/order-page.tsx'),
  orderHistory: () => import('../features/orders/history/order-history-page.tsx'),
  payment: () => import('../features/balance/payment-page.tsx'),
  profile: () => import('../features/profile/profile-page.tsx'),
  recharge: () => import('../features/balance/recharge-page.tsx'),
  rechargeHistory: () => import('../features/balance/recharge-history-page.tsx'),
  settings: () => import('../features/admin/settings/settings-page.tsx'),
  statement: () => import('../features/balance/statement-page.tsx'),
  ticket: () => import('../features/tickets/ticket-page.tsx'),
  tickets: () => import('../features/tickets/tickets-page.tsx'),
  user: () => import('../features/admin/users/user-page.tsx'),
};

/** Further parts of the app that only signed-in users load. */
export const signedInParts = {
  enroll: () => import('../features/profile/enroll-page.tsx'),
  keysSheet: () => import('./palette/keys-sheet.tsx'),
  notAllowed: () => import('./not-allowed-page.tsx'),
  palette: () => import('./palette/palette.tsx'),
  reauthentication: () => import('./reauthentication-door.tsx'),
};
