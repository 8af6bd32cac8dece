import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { matchPath } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { onPrefetch } from '../lib/prefetch.ts';

/** Who may open a page: everybody, whoever is signed in, or admins. */
type Access = 'public' | 'login' | 'admin';
/** What surrounds a page: the top bar alone, or the top bar and the dashboard's sidebar. */
type Shell = 'site' | 'dashboard';

export interface AppRoute {
  path: string;
  title: string;
  description?: string;
  access: Access;
  shell: Shell;
  Page: LazyExoticComponent<ComponentType>;
  preload: () => void;
}

type PageModule = () => Promise<{ default: ComponentType }>;

const homePage = page(() => import('../features/home/home-page.tsx'));
const authPage = page(() => import('../features/auth/auth-page.tsx'));
const profilePage = page(() => import('../features/profile/profile-page.tsx'));
const serviceListPage = page(() => import('../features/catalogue/service-list-page.tsx'));

/** Every page. Its code is a chunk of its own, fetched when a link to it is hovered or focused. */
export const routes: readonly AppRoute[] = [
  {
    path: paths.home,
    title: 'The best SMM panel',
    description:
      'Likes, followers, views and comments for every platform, paid from one prepaid balance. Affordable prices, fast delivery, support around the clock.',
    access: 'public',
    shell: 'site',
    ...homePage,
  },
  {
    path: paths.services,
    title: 'Services',
    description: 'Every service with its price per 1000, limits and average time, for nine platforms.',
    access: 'public',
    shell: 'site',
    ...serviceListPage,
  },
  { path: paths.servicesAlias, title: 'Services', access: 'public', shell: 'site', ...serviceListPage },
  {
    path: paths.about,
    title: 'About Us',
    description:
      'What the panel is, how prices, delivery and support work, the terms of service and the refund policy.',
    access: 'public',
    shell: 'site',
    ...page(() => import('../features/about/about-page.tsx')),
  },
  {
    path: paths.register,
    title: 'Register',
    description: 'Create an account or log in to order services from a prepaid balance.',
    access: 'public',
    shell: 'site',
    ...authPage,
  },
  { path: paths.login, title: 'Login', access: 'public', shell: 'site', ...authPage },
  {
    path: paths.resetPassword,
    title: 'Reset Password',
    access: 'public',
    shell: 'site',
    ...page(() => import('../features/auth/reset-password-page.tsx')),
  },
  {
    path: paths.confirmEmail,
    title: 'Confirm Email',
    access: 'public',
    shell: 'site',
    ...page(() => import('../features/auth/confirm-email-page.tsx')),
  },
  { path: paths.profile, title: 'Profile', access: 'login', shell: 'site', ...profilePage },
  {
    path: paths.payment,
    title: 'Payment',
    access: 'login',
    shell: 'site',
    ...page(() => import('../features/balance/payment-page.tsx')),
  },
  {
    path: paths.dashboard,
    title: 'Dashboard',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/dashboard/overview-page.tsx')),
  },
  { path: paths.dashboardServices, title: 'Services', access: 'login', shell: 'dashboard', ...serviceListPage },
  { path: paths.dashboardProfile, title: 'Profile', access: 'login', shell: 'dashboard', ...profilePage },
  {
    path: paths.addBalance,
    title: 'Add Balance',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/balance/add-balance-page.tsx')),
  },
  {
    path: paths.orderHistory,
    title: 'Order History',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/orders/order-history-page.tsx')),
  },
  {
    path: paths.order,
    title: 'Order',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/orders/order-page.tsx')),
  },
  {
    path: paths.rechargeHistory,
    title: 'Recharge History',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/balance/recharge-history-page.tsx')),
  },
  {
    path: paths.statement,
    title: 'Statement',
    access: 'login',
    shell: 'dashboard',
    ...page(() => import('../features/balance/statement-page.tsx')),
  },
  {
    path: paths.manageOrders,
    title: 'Manage Orders',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/orders/manage-orders-page.tsx')),
  },
  {
    path: paths.manageRecharges,
    title: 'Manage Recharges',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/recharges/manage-recharges-page.tsx')),
  },
  {
    path: paths.manageUsers,
    title: 'Manage Users',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/users/manage-users-page.tsx')),
  },
  {
    path: paths.settings,
    title: 'Settings',
    access: 'admin',
    shell: 'dashboard',
    ...page(() => import('../features/admin/settings/settings-page.tsx')),
  },
];

const loadDashboardShell = () => import('./dashboard-shell.tsx');
/** Sidebar and drawer are of no use to visitors, so the first load does without them. */
export const DashboardShell = lazy(loadDashboardShell);

onPrefetch((pathname) => {
  const route = routes.find(({ path }) => matchPath(path, pathname));
  route?.preload();
  if (route?.shell === 'dashboard') loadDashboardShell().catch(() => undefined);
});

function page(load: PageModule): Pick<AppRoute, 'Page' | 'preload'> {
  return { Page: lazy(load), preload: () => void load().catch(() => undefined) };
}
