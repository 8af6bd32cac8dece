import { adminNotices } from './bn/admin/admin-notices.ts';
import {
  adminServiceShelves,
  adminServiceSorts,
  adminServices,
  changePrices,
  serviceForm,
} from './bn/admin/admin-services.ts';
import {
  audit,
  auditActions,
  auditBulks,
  auditDecisions,
  auditFields,
  auditSubjects,
  auditValues,
} from './bn/admin/audit.ts';
import { importCounts, importing, importKinds } from './bn/admin/import.ts';
import { shop } from './bn/admin/shop.ts';

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
  changePrices,
  importing,
  importCounts,
  importKinds,
  serviceForm,
  shop,
};
