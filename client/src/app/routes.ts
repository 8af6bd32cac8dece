import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { readOverview } from '../features/dashboard/overview-page-reads.ts';
import type { pageTexts } from '../i18n/en/shell.ts';
import { withAdminTexts } from '../i18n/language.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { paths } from '../lib/paths.ts';
import { onPrefetch } from '../lib/prefetch.ts';
import { session } from '../lib/session.ts';
import type { adminPages } from './admin-pages.ts';
import type { signedInPages } from './signed-in-pages.ts';

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
type SignedInPage = keyof typeof signedInPages;
type AdminPage = keyof typeof adminPages;

const authPage: PageModule = () => import('../features/auth/auth-page.tsx');
const noticesPage: PageModule = () => import('../features/notices/notices-page.tsx');
const serviceListPage: PageModule = () => import('../features/catalogue/service-list-page.tsx');

/**
 * Every page. Each is a chunk of its own, fetched when a link to it is hovered or focused. Visitors load these titles, so some pages of
 * admins have a general one here, and set their own.
 */
export const routes: readonly AppRoute[] = [
  visitor(paths.home, 'home', () => import('../features/home/home-page.tsx'), 'homeAbout'),
  visitor(paths.services, 'services', serviceListPage, 'servicesAbout'),
  visitor(paths.servicesAlias, 'services', serviceListPage),
  visitor(paths.about, 'about', () => import('../features/about/about-page.tsx'), 'aboutAbout'),
  visitor(
    paths.developers,
    'developers',
    () => import('../features/developers/developers-page.tsx'),
    'developersAbout',
  ),
  visitor(paths.register, 'register', authPage, 'registerAbout'),
  visitor(paths.login, 'login', authPage),
  visitor(paths.resetPassword, 'resetPassword', () => import('../features/auth/reset-password-page.tsx')),
  visitor(paths.confirmEmail, 'confirmEmail', () => import('../features/auth/confirm-email-page.tsx')),
  visitor(paths.notMe, 'notMe', () => import('../features/auth/not-me-page.tsx')),
  visitor(paths.notices, 'notices', noticesPage, 'noticesAbout'),
  { ...customer(paths.profile, 'profile'), shell: 'site' },
  { ...customer(paths.payment, 'payment'), shell: 'site' },
  { ...customer(paths.dashboard, 'dashboard'), read: readOverview },
  inDashboard(visitor(paths.dashboardServices, 'services', serviceListPage)),
  customer(paths.dashboardProfile, 'profile'),
  customer(paths.keys, 'profile', 'keys'),
  customer(paths.webhooks, 'profile', 'webhooks'),
  customer(paths.buyService, 'buyService'),
  customer(paths.massOrder, 'massOrder'),
  customer(paths.addBalance, 'addBalance'),
  customer(paths.orderHistory, 'orderHistory'),
  customer(paths.order, 'order'),
  customer(paths.rechargeHistory, 'rechargeHistory'),
  customer(paths.recharge, 'recharge'),
  customer(paths.statement, 'statement'),
  customer(paths.tickets, 'tickets'),
  customer(paths.newTicket, 'newTicket'),
  customer(paths.ticket, 'ticket'),
  inDashboard(visitor(paths.dashboardNotices, 'notices', noticesPage)),
  admin('addService'),
  admin('manageServices'),
  admin('manageOrders'),
  admin('manageRecharges'),
  admin('manageRequests'),
  admin('manageTickets'),
  admin('manageTicket', 'ticket'),
  admin('manageNotices'),
  admin('manageUsers'),
  admin('jobs'),
  admin('job', 'jobs'),
  admin('audit'),
  admin('missing', 'dashboard'),
  admin('suppliers', 'dashboard'),
  admin('supplier', 'dashboard'),
  admin('purchases', 'dashboard'),
  admin('profit', 'dashboard'),
  admin('user', 'manageUsers'),
  admin('settings'),
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

function inDashboard(route: AppRoute): AppRoute {
  return { ...route, access: 'login', shell: 'dashboard' };
}

function customer(path: string, title: PageText & SignedInPage, page: SignedInPage = title): AppRoute {
  return inDashboard(visitor(path, title, signedIn(page)));
}

function admin(page: AdminPage & PageText): AppRoute;
function admin(page: AdminPage, title: PageText): AppRoute;
function admin(page: AdminPage, title = page as PageText): AppRoute {
  const load: PageModule = () =>
    withAdminTexts(import('./admin-pages.ts').then(({ adminPages }) => adminPages[page]()));
  return { ...inDashboard(visitor(paths[page], title, load)), access: 'admin' };
}

function signedIn(page: SignedInPage): PageModule {
  return async () => (await import('./signed-in-pages.ts')).signedInPages[page]();
}
