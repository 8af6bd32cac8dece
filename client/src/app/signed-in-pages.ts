import {
  LuHistory,
  LuLifeBuoy,
  LuListChecks,
  LuListPlus,
  LuMegaphone,
  LuReceipt,
  LuScrollText,
  LuShoppingCart,
  LuWallet,
} from 'react-icons/lu';
import { withFactTexts } from '../i18n/fact-texts.ts';
import { withIntegrationTexts } from '../i18n/integration-texts.ts';
import { withRechargeTexts } from '../i18n/recharge-texts.ts';
import { type customerPaths, paths } from '../lib/paths.ts';
import type { PageRow } from './page-table.ts';

const profile = {
  name: { en: 'Profile', bn: 'প্রোফাইল' },
  load: () => import('../features/profile/profile-page.tsx'),
};

/** The pages of signed-in users, in the order of the menus, apart from those for admins. Visitors load none of this. */
export const signedInPages: Record<keyof typeof customerPaths, PageRow> = {
  dashboard: {
    name: { en: 'Dashboard', bn: 'ড্যাশবোর্ড' },
    load: () => import('../features/dashboard/overview-page.tsx'),
  },
  dashboardServices: {
    name: { en: 'Services', bn: 'সার্ভিস' },
    icon: LuListChecks,
    also: [paths.services, paths.servicesAlias],
    load: () => withFactTexts(import('../features/catalogue/service-list-page.tsx')),
  },
  buyService: {
    name: { en: 'Buy Service', bn: 'সার্ভিস কিনুন' },
    icon: LuShoppingCart,
    load: () => withFactTexts(import('../features/orders/buy-service/buy-service-page.tsx')),
  },
  massOrder: {
    name: { en: 'Mass Order', bn: 'একসাথে অনেক অর্ডার' },
    icon: LuListPlus,
    load: () => import('../features/orders/mass-order/mass-order-page.tsx'),
  },
  rechargeHistory: {
    name: { en: 'Recharge History', bn: 'রিচার্জ হিস্টরি' },
    icon: LuReceipt,
    load: () => import('../features/balance/recharge-history-page.tsx'),
  },
  recharge: {
    name: { en: 'Recharge', bn: 'রিচার্জ' },
    load: () => withRechargeTexts(import('../features/balance/recharge-page.tsx')),
  },
  orderHistory: {
    name: { en: 'Order History', bn: 'অর্ডার হিস্টরি' },
    short: { en: 'Orders', bn: 'অর্ডার' },
    icon: LuHistory,
    also: ['/dashboard/orders/'],
    load: () => import('../features/orders/history/order-history-page.tsx'),
  },
  order: {
    name: { en: 'Order', bn: 'অর্ডার' },
    load: () => import('../features/orders/history/order-page.tsx'),
  },
  statement: {
    name: { en: 'Statement', bn: 'স্টেটমেন্ট' },
    icon: LuScrollText,
    load: () => import('../features/balance/statement-page.tsx'),
  },
  addBalance: {
    name: { en: 'Add Balance', bn: 'ব্যালেন্স যোগ করুন' },
    short: { en: 'Balance', bn: 'ব্যালেন্স' },
    icon: LuWallet,
    also: [paths.payment],
    load: () => import('../features/balance/add-balance-page.tsx'),
  },
  payment: {
    name: { en: 'Payment', bn: 'পেমেন্ট' },
    load: () => withRechargeTexts(import('../features/balance/payment-page.tsx')),
  },
  tickets: {
    name: { en: 'Support', bn: 'সাপোর্ট' },
    title: { en: 'Support Tickets', bn: 'সাপোর্ট টিকিট' },
    icon: LuLifeBuoy,
    also: ['/dashboard/tickets/'],
    load: () => import('../features/tickets/tickets-page.tsx'),
  },
  dashboardNotices: {
    name: { en: 'Notices', bn: 'নোটিশ' },
    icon: LuMegaphone,
    also: [paths.notices],
    load: () => import('../features/notices/notices-page.tsx'),
  },
  newTicket: {
    name: { en: 'Open a Ticket', bn: 'নতুন টিকিট' },
    load: () => import('../features/tickets/new-ticket-page.tsx'),
  },
  ticket: {
    name: { en: 'Ticket', bn: 'টিকিট' },
    load: () => import('../features/tickets/ticket-page.tsx'),
  },
  profile,
  dashboardProfile: profile,
  keys: {
    name: { en: 'API Keys', bn: 'API কী' },
    load: () => withIntegrationTexts(import('../features/profile/keys/keys-page.tsx')),
  },
  webhooks: {
    name: { en: 'Webhooks', bn: 'ওয়েবহুক' },
    load: () => withIntegrationTexts(import('../features/profile/webhooks/webhooks-page.tsx')),
  },
};
