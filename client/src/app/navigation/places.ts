import type { IconType } from 'react-icons';
import {
  LuBadgeDollarSign,
  LuClipboardCheck,
  LuFileClock,
  LuFileText,
  LuHistory,
  LuHouse,
  LuInfo,
  LuKeyRound,
  LuLayers,
  LuLayoutDashboard,
  LuLifeBuoy,
  LuListChecks,
  LuListPlus,
  LuMegaphone,
  LuPackage,
  LuPackagePlus,
  LuReceipt,
  LuRefreshCw,
  LuScrollText,
  LuSettings,
  LuShoppingCart,
  LuUser,
  LuUsers,
  LuWallet,
} from 'react-icons/lu';
import type { menuTexts } from '../../i18n/en/menu.ts';
import { paths } from '../../lib/paths.ts';
import type { QueueCounts } from '../../lib/queue-counts.ts';

type Role = 'customer' | 'admin';
type MenuText = keyof (typeof menuTexts)['english'];

/** A page in the navigation: the sidebar, the bottom bar, its "More" and the command palette. */
export interface Place {
  to: string;
  label: MenuText;
  /** A shorter name for the bottom bar. */
  short?: MenuText;
  icon: IconType;
  for: Role;
  /** Other paths of the same place; one that ends with a slash includes everything below. */
  also?: readonly string[];
  /** How many items wait there for an admin. */
  waiting?: (counts: QueueCounts) => number;
  /** In the sidebar's profile block or the top bar, so not among the dashboard's pages. */
  outside?: true;
}

/** All pages in the navigation, in the order of the menus. A new page is one line here. */
const places: readonly Place[] = [
  { to: paths.dashboard, label: 'dashboard', icon: LuLayoutDashboard, for: 'customer' },
  {
    to: paths.dashboardServices,
    label: 'services',
    icon: LuListChecks,
    for: 'customer',
    also: [paths.services, paths.servicesAlias],
  },
  { to: paths.buyService, label: 'buyService', icon: LuShoppingCart, for: 'customer' },
  { to: paths.massOrder, label: 'massOrder', icon: LuListPlus, for: 'customer' },
  { to: paths.rechargeHistory, label: 'rechargeHistory', icon: LuReceipt, for: 'customer' },
  {
    to: paths.orderHistory,
    label: 'orderHistory',
    short: 'orders',
    icon: LuHistory,
    for: 'customer',
    also: ['/dashboard/orders/'],
  },
  { to: paths.statement, label: 'statement', icon: LuScrollText, for: 'customer' },
  {
    to: paths.addBalance,
    label: 'addBalance',
    short: 'balance',
    icon: LuWallet,
    for: 'customer',
    also: [paths.payment],
  },
  { to: paths.tickets, label: 'tickets', icon: LuLifeBuoy, for: 'customer', also: ['/dashboard/tickets/'] },
  { to: paths.dashboardNotices, label: 'notices', icon: LuMegaphone, for: 'customer', also: [paths.notices] },
  { to: paths.home, label: 'home', icon: LuHouse, for: 'customer', outside: true },
  {
    to: paths.dashboardProfile,
    label: 'profile',
    icon: LuUser,
    for: 'customer',
    also: [paths.profile, paths.keys, paths.webhooks],
    outside: true,
  },
  { to: paths.keys, label: 'keys', icon: LuKeyRound, for: 'customer', outside: true },
  { to: paths.about, label: 'about', icon: LuInfo, for: 'customer', outside: true },
  { to: paths.developers, label: 'developers', icon: LuFileText, for: 'customer', outside: true },

  { to: paths.dashboard, label: 'dashboard', icon: LuLayoutDashboard, for: 'admin' },
  {
    to: paths.manageOrders,
    label: 'manageOrders',
    short: 'orders',
    icon: LuClipboardCheck,
    for: 'admin',
    waiting: ({ orders }) => orders.open,
  },
  {
    to: paths.manageRecharges,
    label: 'manageRecharges',
    short: 'recharges',
    icon: LuBadgeDollarSign,
    for: 'admin',
    waiting: ({ recharges }) => recharges.pending,
  },
  {
    to: paths.manageRequests,
    label: 'manageRequests',
    icon: LuRefreshCw,
    for: 'admin',
    waiting: ({ requests }) => requests.open,
  },
  {
    to: paths.manageTickets,
    label: 'manageTickets',
    icon: LuLifeBuoy,
    for: 'admin',
    also: ['/dashboard/manageTickets/'],
    waiting: ({ tickets }) => tickets.open,
  },
  { to: paths.addService, label: 'addServices', icon: LuPackagePlus, for: 'admin' },
  { to: paths.manageServices, label: 'manageServices', icon: LuPackage, for: 'admin' },
  { to: paths.suppliers, label: 'suppliers', icon: LuShoppingCart, for: 'admin', also: ['/dashboard/suppliers/'] },
  { to: paths.purchases, label: 'purchases', icon: LuReceipt, for: 'admin' },
  {
    to: paths.manageUsers,
    label: 'manageUsers',
    short: 'users',
    icon: LuUsers,
    for: 'admin',
    also: ['/dashboard/users/'],
  },
  { to: paths.manageNotices, label: 'manageNotices', icon: LuMegaphone, for: 'admin' },
  { to: paths.jobs, label: 'jobs', icon: LuLayers, for: 'admin', also: ['/dashboard/jobs/'] },
  { to: paths.audit, label: 'audit', icon: LuFileClock, for: 'admin' },
  { to: paths.settings, label: 'settings', icon: LuSettings, for: 'admin' },
  { to: paths.home, label: 'home', icon: LuHouse, for: 'admin', outside: true },
  {
    to: paths.services,
    label: 'services',
    icon: LuListChecks,
    for: 'admin',
    also: [paths.servicesAlias, paths.dashboardServices],
    outside: true,
  },
  {
    to: paths.dashboardProfile,
    label: 'profile',
    icon: LuUser,
    for: 'admin',
    also: [paths.profile, paths.keys, paths.webhooks],
    outside: true,
  },
  { to: paths.keys, label: 'keys', icon: LuKeyRound, for: 'admin', outside: true },
  { to: paths.about, label: 'about', icon: LuInfo, for: 'admin', outside: true },
  { to: paths.developers, label: 'developers', icon: LuFileText, for: 'admin', outside: true },
];

/** The places in the bottom bar; the others are under "More". */
const inBar: Record<Role, readonly string[]> = {
  customer: [paths.home, paths.dashboardServices, paths.orderHistory, paths.addBalance],
  admin: [paths.dashboard, paths.manageOrders, paths.manageRecharges, paths.manageUsers],
};

/**
 * The places of a role: all of them, those in the bottom bar, and the rest for "More".
 * @param mustEnroll whether they have only their profile, until they have a second factor
 */
export function placesOf(isAdmin: boolean, mustEnroll = false): { all: Place[]; bar: Place[]; more: Place[] } {
  const role = isAdmin ? 'admin' : 'customer';
  const all = places.filter((place) => place.for === role && (!mustEnroll || place.to === paths.dashboardProfile));
  const bar = mustEnroll ? all : inBar[role].flatMap((path) => all.find(({ to }) => to === path) ?? []);
  return { all, bar, more: all.filter((place) => !bar.includes(place)) };
}

/** Whether the page at this address is part of a place. */
export function isAt({ to, also = [] }: Place, pathname: string): boolean {
  return to === pathname || also.some((path) => (path.endsWith('/') ? pathname.startsWith(path) : path === pathname));
}
