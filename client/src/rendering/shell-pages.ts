import { paths } from '../lib/paths.ts';
import { LAZY_RECIPES, type PublicPage } from './public-pages.ts';

type ShellPage = Pick<PublicPage, 'path' | 'code'>;

const inDashboard = (path: string, page: string, pages = 'signed-in'): ShellPage => ({
  path,
  code: [`src/app/${pages}-pages.ts`, 'src/app/dashboard-shell.tsx', LAZY_RECIPES, `src/features/${page}-page.tsx`],
});
const forAdmins = (path: string, page: string) => inDashboard(path, `admin/${page}`, 'admin');

/**
 * Pages sent as the empty shell that users also open directly. The browser loads their code parallel to the first script;
 * otherwise that script would have to run first.
 */
export const shellPages: readonly ShellPage[] = [
  inDashboard(paths.dashboard, 'dashboard/overview'),
  inDashboard(paths.dashboardServices, 'catalogue/service-list'),
  inDashboard(paths.dashboardProfile, 'profile/profile'),
  inDashboard(paths.buyService, 'orders/buy-service/buy-service'),
  inDashboard(paths.massOrder, 'orders/mass-order/mass-order'),
  inDashboard(paths.addBalance, 'balance/add-balance'),
  inDashboard(paths.orderHistory, 'orders/history/order-history'),
  inDashboard(paths.rechargeHistory, 'balance/recharge-history'),
  inDashboard(paths.statement, 'balance/statement'),
  inDashboard(paths.tickets, 'tickets/tickets'),
  forAdmins(paths.manageServices, 'services/manage-services'),
  forAdmins(paths.manageOrders, 'orders/manage-orders'),
  forAdmins(paths.manageRecharges, 'recharges/manage-recharges'),
  forAdmins(paths.manageTickets, 'tickets/manage-tickets'),
  forAdmins(paths.manageUsers, 'users/manage-users'),
  forAdmins(paths.settings, 'settings/settings'),
  { path: paths.login, code: ['src/features/auth/auth-page.tsx', LAZY_RECIPES] },
];
