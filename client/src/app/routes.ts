import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { readOverview } from '../features/dashboard/overview-page-reads.ts';
import type { pageTexts } from '../i18n/en/shell.ts';
import { lateCode } from '../lib/late-code.tsx';
import { paths } from '../lib/paths.ts';
import { onPrefetch } from '../lib/prefetch.ts';
import { session } from '../lib/session.ts';

/** Who may open a page: everybody, whoever is signed in, or admins. */
type Access = 'public' | 'login' | 'admin';
type PageText = keyof (typeof pageTexts)['english'];
/** What surrounds a page: the top bar alone, or the top bar and the dashboard's sidebar. */
type Shell = 'site' | 'dashboard';

export interface AppRoute {
  path: string;
  title: PageText;
  description?: PageText;
  access: Access;
  shell: Shell;
  Page: ComponentType;
  load: () => Promise<unknown>;
  /** Asks for what it shows, beside its code. */
  read?: () => void;
}

type PageModule = () => Promise<{ default: ComponentType }>;

const homePage = page(() => import('../features/home/home-page.tsx'), true);
const authPage = page(() => import('../features/auth/auth-page.tsx'));
const noticesPage = page(() => import('../features/notices/notices-page.tsx'));
const profilePage = page(() => import('../features/profile/profile-page.tsx'));
const serviceListPage = page(() => import('../features/catalogue/service-list-page.tsx'));

/** Every page. Its code is a chunk of its own, fetched when a link to it is hovered or focused. */
export const routes: readonly AppRoute[] = [
  {
    path: paths.home,
    title: 'home',
    description: 'homeAbout',
    access: 'public',
    shell: 'site',
    ...homePage,
  },
  {
    path: paths.services,
    title: 'services',
    description: 'servicesAbout',
    access: 'public',
    shell: 'site',
    ...serviceListPage,
  },
  { path: paths.servicesAlias, title: 'services', access: 'public', shell: 'site', ...serviceListPage },
  {
    path: paths.about,
    title: 'about',
    description: 'aboutAbout',
    access: 'public',
    shell: 'site',
    ...page(() => import('../features/about/about-page.tsx')),
  },
  {
    path: paths.register,
    title: 'register',
    description: 'registerAbout',
    access: 'public',
    shell: 'site',
    ...authPage,
  },
  { path: paths.login, title: 'login', access: 'public', shell: 'site', ...authPage },
  {
    path: paths.resetPassword,
    title: 'resetPassword',
    access: 'public',
    shell: 'site',
    ...page(() => import('../features/auth/reset-password-page.tsx')),
  },
  {
    path: paths.confirmEmail,
    title: 'confirmEmail',
    access: 'public',
    shell: 'site',
    ...page(() => import('../features/auth/confirm-email-page.tsx')),
  },
  {
    path: paths.notices,
    title: 'notices',
    description: 'noticesAbout',
    access: 'public',
    shell: 'site',
    ...noticesPage,
  },
  { path: paths.profile, title: 'profile', access: 'login', shell: 'site', ...profilePage },
  {
    path: paths.payment,
    title: 'payment',
    access: 'login',
    shell: 'site',
    ...page(() => import('../features/balance/payment-page.tsx')),
  },
  {
    path: paths.dashboard,
    title: 'dashboard',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/dashboard/overview-page.tsx')),
    read: readOverview,
  },
  { path: paths.dashboardServices, title: 'services', access: 'login', shell: 'dashboard', ...serviceListPage },
  { path: paths.dashboardProfile, title: 'profile', access: 'login', shell: 'dashboard', ...profilePage },
  {
    path: paths.buyService,
    title: 'buyService',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/orders/buy-service/buy-service-page.tsx')),
  },
  {
    path: paths.massOrder,
    title: 'massOrder',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/orders/mass-order/mass-order-page.tsx')),
  },
  {
    path: paths.addBalance,
    title: 'addBalance',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/balance/add-balance-page.tsx')),
  },
  {
    path: paths.orderHistory,
    title: 'orderHistory',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/orders/history/order-history-page.tsx')),
  },
  {
    path: paths.order,
    title: 'order',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/orders/history/order-page.tsx')),
  },
  {
    path: paths.rechargeHistory,
    title: 'rechargeHistory',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/balance/recharge-history-page.tsx')),
  },
  {
    path: paths.recharge,
    title: 'recharge',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/balance/recharge-page.tsx')),
  },
  {
    path: paths.statement,
    title: 'statement',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/balance/statement-page.tsx')),
  },
  {
    path: paths.tickets,
    title: 'tickets',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/tickets/tickets-page.tsx')),
  },
  {
    path: paths.newTicket,
    title: 'newTicket',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/tickets/new-ticket-page.tsx')),
  },
  {
    path: paths.ticket,
    title: 'ticket',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/tickets/ticket-page.tsx')),
  },
  { path: paths.dashboardNotices, title: 'notices', access: 'login', shell: 'dashboard', ...noticesPage },
  {
    path: paths.addService,
    title: 'addService',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/services/add-service-page.tsx')),
  },
  {
    path: paths.manageServices,
    title: 'manageServices',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/services/manage-services-page.tsx')),
  },
  {
    path: paths.manageOrders,
    title: 'manageOrders',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/orders/manage-orders-page.tsx')),
  },
  {
    path: paths.manageRecharges,
    title: 'manageRecharges',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/recharges/manage-recharges-page.tsx')),
  },
  {
    path: paths.manageTickets,
    title: 'manageTickets',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/tickets/manage-tickets-page.tsx')),
  },
  {
    path: paths.manageTicket,
    title: 'ticket',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/tickets/manage-ticket-page.tsx')),
  },
  {
    path: paths.manageNotices,
    title: 'manageNotices',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/notices/manage-notices-page.tsx')),
  },
  {
    path: paths.manageUsers,
    title: 'manageUsers',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/users/manage-users-page.tsx')),
  },
  {
    path: paths.audit,
    title: 'audit',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/audit/audit-page.tsx')),
  },
  {
    path: paths.user,
    title: 'user',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/users/user-page.tsx')),
  },
  {
    path: paths.settings,
    title: 'settings',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/settings/settings-page.tsx')),
  },
];

const dashboardShell = lateCode(() => import('./dashboard-shell.tsx'));
/** The sidebar is of no use to visitors, so the first load does without it. */
export const DashboardShell = dashboardShell.Part;

/** Begins to read what the page at an address shows to whoever is signed in. */
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

function page(load: PageModule, isOfFirstLoad = false): Pick<AppRoute, 'Page' | 'load'> {
  const { Part, load: loadCode } = lateCode(load, isOfFirstLoad);
  return { Page: Part, load: loadCode };
}
