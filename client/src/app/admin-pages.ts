import { withSupplierTexts } from '../i18n/supplier-texts.ts';

/** The pages of admins. Other users do not load the names of their files. */
export const adminPages = {
  addService: () => import('../features/admin/services/add-service-page.tsx'),
  audit: () => import('../features/admin/audit/audit-page.tsx'),
  job: () => import('../features/admin/jobs/job-page.tsx'),
  jobs: () => import('../features/admin/jobs/jobs-page.tsx'),
  manageNotices: () => import('../features/admin/notices/manage-notices-page.tsx'),
  manageOrders: () => import('../features/admin/orders/manage-orders-page.tsx'),
  manageRecharges: () => import('../features/admin/recharges/manage-recharges-page.tsx'),
  manageRequests: () => import('../features/admin/requests/manage-requests-page.tsx'),
  manageServices: () => import('../features/admin/services/manage-services-page.tsx'),
  manageTicket: () => import('../features/admin/tickets/manage-ticket-page.tsx'),
  manageTickets: () => import('../features/admin/tickets/manage-tickets-page.tsx'),
  manageUsers: () => import('../features/admin/users/manage-users-page.tsx'),
  missing: () => import('../features/admin/missing/missing-page.tsx'),
  profit: () => withSupplierTexts(import('../features/admin/profit/profit-page.tsx')),
  purchases: () => withSupplierTexts(import('../features/admin/purchases/purchases-page.tsx')),
  settings: () => import('../features/admin/settings/settings-page.tsx'),
  supplier: () => withSupplierTexts(import('../features/admin/suppliers/supplier-page.tsx')),
  suppliers: () => withSupplierTexts(import('../features/admin/suppliers/suppliers-page.tsx')),
  user: () => import('../features/admin/users/user-page.tsx'),
};
