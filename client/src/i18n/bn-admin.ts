import { admin } from './bn/admin/admin.ts';
import { adminNotices } from './bn/admin/admin-notices.ts';
import { adminOrders } from './bn/admin/admin-orders.ts';
import { adminRecharges } from './bn/admin/admin-recharges.ts';
import { adminRequestKinds, adminRequestStatus, adminRequests, fileRequests } from './bn/admin/admin-requests.ts';
import {
  adminServiceShelves,
  adminServiceSorts,
  adminServices,
  changePrices,
  serviceForm,
  serviceTypes,
} from './bn/admin/admin-services.ts';
import { adminTickets } from './bn/admin/admin-tickets.ts';
import { adminEntries, adminUsers } from './bn/admin/admin-users.ts';
import { audit, auditActions, auditBulks, auditDecisions, auditSubjects } from './bn/admin/audit.ts';
import { auditFields, auditValues } from './bn/admin/audit-fields.ts';
import { changeKinds, changeMany } from './bn/admin/change-services.ts';
import { finds } from './bn/admin/finds.ts';
import { importCounts, importing, importKinds } from './bn/admin/import.ts';
import { jobDecisions, jobs } from './bn/admin/jobs.ts';
import { adminMessages } from './bn/admin/messages.ts';
import { missing } from './bn/admin/missing.ts';
import { orderDetails } from './bn/admin/order-details.ts';
import { outgoing } from './bn/admin/outgoing.ts';
import { attention, purchases } from './bn/admin/purchases.ts';
import { queue } from './bn/admin/review-queue.ts';
import { setAside, setAsideKinds } from './bn/admin/set-aside.ts';
import { settingHints, settingLabels, settingSections, settings } from './bn/admin/settings.ts';
import { shop } from './bn/admin/shop.ts';
import { adminOrderStatus, adminTimeline } from './bn/admin/statuses.ts';
import { stillRunning } from './bn/admin/still-running.ts';
import { reauthentication } from './bn/reauthentication.ts';

/** The admins' screens in Bengali, by area. Customers do not load them. */
export const bnAdmin = {
  adminNotices,
  adminServices,
  adminServiceShelves,
  adminServiceSorts,
  audit,
  auditActions,
  auditBulks,
  auditDecisions,
  auditFields,
  auditSubjects,
  auditValues,
  changeKinds,
  changeMany,
  changePrices,
  importing,
  importCounts,
  importKinds,
  serviceForm,
  serviceTypes,
  admin,
  adminEntries,
  adminOrders,
  adminOrderStatus,
  adminRecharges,
  adminRequests,
  adminRequestStatus,
  adminRequestKinds,
  fileRequests,
  adminTickets,
  adminTimeline,
  adminUsers,
  finds,
  jobDecisions,
  jobs,
  orderDetails,
  outgoing,
  missing,
  attention,
  purchases,
  queue,
  reauthentication,
  setAside,
  setAsideKinds,
  settingHints,
  settingLabels,
  settings,
  settingSections,
  shop,
  stillRunning,
};

export { adminMessages };
