import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { readOverview } from '../features/dashboard/overview-page-reads.ts';
import type { pageTexts } from '../i18n/en/shell.ts';
import { withAdminTexts } from '../i18n/language.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { paths } from '../lib/paths.ts';
import { onPrefetch } from '../lib/prefetch.ts';
import { session } from '../lib/session.ts';

type PageText = keyof (typeof pageTexts)['english'];

export interface AppRoute {
  path: string;
  title: PageText;
  description?: PageText | undefined;
  /** Who may open the page: anybody, signed-in users, or admins. */
  access: 'public' | 'login' | 'admin';
  /** The layout: only the top bar, or the top bar and the dashboard's sidebar. */
  shell: 'site' | 'dashboard';
  Page: ComponentType;
  load: () => Promise<unknown>;
  /** Fetches the page's data in parallel with its code. */
  read?: () => void;
}

type PageModule = () => Promise<{ default: ComponentType }>;

const authPage: PageModule = () => import('../features/auth/auth-page.tsx');
const noticesPage: PageModule = () => import('../features/notices/notices-page.tsx');
const profilePage: PageModule = () => import('../features/profile/profile-page.tsx');
const serviceListPage: PageModule = () => import('../features/catalogue/service-list-page.tsx');

/** Every page. Each is a chunk of its own, fetched when a link to it is hovered or focused. */
export const routes: readonly AppRoute[] = [
  visitor(paths.home, 'home', () => import('../features/home/home-page.tsx'), 'homeAbout'),
  visitor(paths.services, 'services', serviceListPage, 'servicesAbout'),
  visitor(paths.servicesAlias, 'services', serviceListPage),
  visitor(paths.about, 'about', () => import('../features/about/about-page.tsx'), 'aboutAbout'),
  visitor(paths.register, 'register', authPage, 'registerAbout'),
  visitor(paths.login, 'login', authPage),
  visitor(paths.resetPassword, 'resetPassword', () => import('../features/auth/reset-password-page.tsx')),
  visitor(paths.confirmEmail, 'confirmEmail', () => import('../features/auth/confirm-email-page.tsx')),
  visitor(paths.notices, 'notices', noticesPage, 'noticesAbout'),
  { ...customer(paths.profile, 'profile', profilePage), shell: 'site' },
  { ...customer(paths.payment, 'payment', () => import('../features/balance/payment-page.tsx')), shell: 'site' },
  {
    ...customer(paths.dashboard, 'dashboard', () => import('../features/dashboard/overview-page.tsx')),
    read: readOverview,
  },
  customer(paths.dashboardServices, 'services', serviceListPage),
  customer(paths.dashboardProfile, 'profile', profilePage),
  customer(paths.buyService, 'buyService', () => import('../features/orders/buy-service/buy-service-page.tsx')),
  customer(paths.massOrder, 'massOrder', () => import('../features/orders/mass-order/mass-order-page.tsx')),
  customer(paths.addBalance, 'addBalance', () => import('../features/balance/add-balance-page.tsx')),
  customer(paths.orderHistory, 'orderHistory', () => import('../features/orders/history/order-history-page.tsx')),
  customer(paths.order, 'order', () => import('../features/orders/history/order-page.tsx')),
  customer(paths.rechargeHistory, 'rechargeHistory', () => import('../features/balance/recharge-history-page.tsx')),
  customer(paths.recharge, 'recharge', () => import('../features/balance/recharge-page.tsx')),
  customer(paths.statement, 'statement', () => import('../features/balance/statement-page.tsx')),
  customer(paths.tickets, 'tickets', () => import('../features/tickets/tickets-page.tsx')),
  customer(paths.newTicket, 'newTicket', () => import('../features/tickets/new-ticket-page.tsx')),
  customer(paths.ticket, 'ticket', () => import('../features/tickets/ticket-page.tsx')),
  customer(paths.dashboardNotices, 'notices', noticesPage),
  admin(paths.addService, 'addService', () => import('../features/admin/services/add-service-page.tsx')),
  admin(paths.manageServices, 'manageServices', () => import('../features/admin/services/manage-services-page.tsx')),
  admin(paths.manageOrders, 'manageOrders', () => import('../features/admin/orders/manage-orders-page.tsx')),
  admin(
    paths.manageRecharges,
    'manageRecharges',
    () => import('../features/admin/recharges/manage-recharges-page.tsx'),
  ),
  admin(paths.manageTickets, 'manageTickets', () => import('../features/admin/tickets/manage-tickets-page.tsx')),
  admin(paths.manageTicket, 'ticket', () => import('../features/admin/tickets/manage-ticket-page.tsx')),
  admin(paths.manageNotices, 'manageNotices', () => import('../features/admin/notices/manage-notices-page.tsx')),
  admin(paths.manageUsers, 'manageUsers', () => import('../features/admin/users/manage-users-page.tsx')),
  admin(paths.audit, 'audit', () => import('../features/admin/audit/audit-page.tsx')),
  admin(paths.user, 'user', () => import('../features/admin/users/user-page.tsx')),
  admin(paths.settings, 'settings', () => import('../features/admin/settings/settings-page.tsx')),
];

const dashboardShell = lazyWithPreload(() => import('./dashboard-shell.tsx'));
/** Visitors do not load the sidebar. */
export const DashboardShell = dashboardShell.Part;

/** Prefetches the data of a page for a signed-in user. */
export function readPageFirst(pathname: string): void {
  if (session.accessToken()) routeAt(pathname)?.read?.();
}

onPrefetch((pathname) => {
  const route = routeAt(pathname);
  return Promise.all([route?.load(), route?.shell === 'dashboard' && dashboardShell.load()]);
});

function routeAt(pathname: string): AppRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}

function visitor(path: string, title: PageText, importPage: PageModule, description?: PageText): AppRoute {
  const { Part, load } = lazyWithPreload(importPage, path === paths.home);
  return { path, title, description, access: 'public', shell: 'site', Page: Part, load };
}

function customer(path: string, title: PageText, importPage: PageModule): AppRoute {
  return { ...visitor(path, title, importPage), access: 'login', shell: 'dashboard' };
}

function admin(path: string, title: PageText, importPage: PageModule): AppRoute {
  return { ...customer(path, title, () => withAdminTexts(importPage())), access: 'admin' };
}
