import { parentPort } from 'node:worker_threads';
import type { Language } from '#shared/languages.ts';
import type { Read } from '../app/rendered-page.ts';
import { paths } from '../lib/paths.ts';
import { LAZY_RECIPES, type PublicPage, publicPages } from './public-pages.ts';
import { renderPage } from './render-page.tsx';

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
const shellPages: readonly ShellPage[] = [
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

/** A render or an inquiry; the response has the same id. */
type What = { path: string; language: Language; reads: readonly Read[] } | { asks: 'pages' };
type Order = What & { id: number };

let last: Promise<unknown> = Promise.resolve();

// The program that renders pages in its own thread; built into files that need no package.
parentPort?.on('message', (order: Order) => {
  last = last.then(() => answer(order));
});

async function answer({ id, ...order }: Order): Promise<void> {
  const outcome = await outcomeOf(order).catch((error: unknown) => ({
    error: error instanceof Error ? error.stack : String(error),
  }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's postMessage has no origin
  parentPort?.postMessage({ id, ...outcome });
}

async function outcomeOf(order: What): Promise<{ result: unknown }> {
  if ('asks' in order) return { result: { publicPages, shellPages } };
  return { result: await renderPage(order.path, order.language, order.reads) };
}
