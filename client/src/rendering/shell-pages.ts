import { paths } from '../lib/paths.ts';
import { LAZY_RECIPES, type PublicPage } from './public-pages.ts';

type ShellPage = Pick<PublicPage, 'path' | 'code'>;

const inDashboard = (path: string, page: string): ShellPage => ({
  path,
  code: ['src/app/signed-in-pages.ts', 'src/app/dashboard-shell.tsx', LAZY_RECIPES, `src/features/${page}-page.tsx`],
});

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
  inDashboard(paths.manageServices, 'admin/services/manage-services'),
  inDashboard(paths.manageOrders, 'admin/orders/manage-orders'),
  inDashboard(paths.manageRecharges, 'admin/recharges/manage-recharges'),
  inDashboard(paths.manageTickets, 'admin/tickets/manage-tickets'),
  inDashboard(paths.manageUsers, 'admin/users/manage-users'),
  inDashboard(paths.settings, 'admin/settings/settings'),
  { path: paths.login, code: ['src/features/auth/auth-page.tsx', LAZY_RECIPES] },
];
