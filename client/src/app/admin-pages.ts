import {
  LuBadgeDollarSign,
  LuClipboardCheck,
  LuFileClock,
  LuLayers,
  LuLayoutGrid,
  LuLifeBuoy,
  LuMegaphone,
  LuMessageSquareText,
  LuPackage,
  LuPackagePlus,
  LuReceipt,
  LuRefreshCw,
  LuSettings,
  LuShoppingCart,
  LuUsers,
} from 'react-icons/lu';
import { withCategoryTexts } from '../i18n/category-texts.ts';
import { withSupplierTexts } from '../i18n/supplier-texts.ts';
import type { adminPaths } from '../lib/paths.ts';
import type { PageRow } from './page-table.ts';

const jobs = { en: 'Bulk Jobs', bn: 'বাল্ক কাজ' };
const users = { en: 'Manage Users', bn: 'ইউজার পরিচালনা' };
const suppliers = { en: 'Suppliers', bn: 'সাপ্লায়ার' };

/** The pages of admins, in the order of the menus. Other users load none of this. */
export const adminPages: Record<keyof typeof adminPaths, PageRow> = {
  manageOrders: {
    name: { en: 'Manage Orders', bn: 'অর্ডার পরিচালনা' },
    short: { en: 'Orders', bn: 'অর্ডার' },
    icon: LuClipboardCheck,
    waiting: ({ orders }) => orders.open,
    load: () => import('../features/admin/orders/manage-orders-page.tsx'),
  },
  manageRecharges: {
    name: { en: 'Manage Recharges', bn: 'রিচার্জ পরিচালনা' },
    short: { en: 'Recharges', bn: 'রিচার্জ' },
    icon: LuBadgeDollarSign,
    waiting: ({ recharges }) => recharges.pending,
    load: () => import('../features/admin/recharges/manage-recharges-page.tsx'),
  },
  messages: {
    name: { en: 'Messages', bn: 'মেসেজ' },
    icon: LuMessageSquareText,
    load: () => import('../features/admin/messages/messages-page.tsx'),
  },
  manageRequests: {
    name: { en: 'Manage Requests', bn: 'অনুরোধ পরিচালনা' },
    icon: LuRefreshCw,
    waiting: ({ requests }) => requests.open,
    load: () => import('../features/admin/requests/manage-requests-page.tsx'),
  },
  manageTickets: {
    name: { en: 'Manage Tickets', bn: 'টিকিট পরিচালনা' },
    icon: LuLifeBuoy,
    also: ['/dashboard/manageTickets/'],
    waiting: ({ tickets }) => tickets.open,
    load: () => import('../features/admin/tickets/manage-tickets-page.tsx'),
  },
  manageTicket: {
    name: { en: 'Ticket', bn: 'টিকিট' },
    load: () => import('../features/admin/tickets/manage-ticket-page.tsx'),
  },
  addService: {
    name: { en: 'Add Services', bn: 'সার্ভিস যোগ' },
    title: { en: 'Add Service', bn: 'সার্ভিস যোগ' },
    icon: LuPackagePlus,
    load: () => import('../features/admin/services/add-service-page.tsx'),
  },
  manageServices: {
    name: { en: 'Manage Services', bn: 'সার্ভিস পরিচালনা' },
    icon: LuPackage,
    load: () => import('../features/admin/services/manage-services-page.tsx'),
  },
  manageCategories: {
    name: { en: 'Categories', bn: 'ক্যাটাগরি' },
    icon: LuLayoutGrid,
    load: () => withCategoryTexts(import('../features/admin/categories/categories-page.tsx')),
  },
  suppliers: {
    name: suppliers,
    icon: LuShoppingCart,
    also: ['/dashboard/suppliers/'],
    load: () => withSupplierTexts(import('../features/admin/suppliers/suppliers-page.tsx')),
  },
  supplier: {
    name: suppliers,
    load: () => withSupplierTexts(import('../features/admin/suppliers/supplier-page.tsx')),
  },
  purchases: {
    name: { en: 'Purchases', bn: 'কেনা অর্ডার' },
    icon: LuReceipt,
    load: () => withSupplierTexts(import('../features/admin/purchases/purchases-page.tsx')),
  },
  profit: {
    name: { en: 'Profit', bn: 'লাভ' },
    load: () => withSupplierTexts(import('../features/admin/profit/profit-page.tsx')),
  },
  manageUsers: {
    name: users,
    short: { en: 'Users', bn: 'ইউজার' },
    icon: LuUsers,
    also: ['/dashboard/users/'],
    load: () => import('../features/admin/users/manage-users-page.tsx'),
  },
  user: { name: users, load: () => import('../features/admin/users/user-page.tsx') },
  manageNotices: {
    name: { en: 'Manage Notices', bn: 'নোটিশ পরিচালনা' },
    icon: LuMegaphone,
    load: () => import('../features/admin/notices/manage-notices-page.tsx'),
  },
  jobs: {
    name: jobs,
    icon: LuLayers,
    also: ['/dashboard/jobs/'],
    load: () => import('../features/admin/jobs/jobs-page.tsx'),
  },
  job: { name: jobs, load: () => import('../features/admin/jobs/job-page.tsx') },
  audit: {
    name: { en: 'Audit', bn: 'অডিট' },
    icon: LuFileClock,
    load: () => import('../features/admin/audit/audit-page.tsx'),
  },
  missing: {
    name: { en: 'Missing entries', bn: 'হারানো এন্ট্রি' },
    load: () => import('../features/admin/missing/missing-page.tsx'),
  },
  settings: {
    name: { en: 'Settings', bn: 'সেটিংস' },
    icon: LuSettings,
    load: () => import('../features/admin/settings/settings-page.tsx'),
  },
};
