/** The paths of signed-in users' pages. Route patterns are next to the functions that fill them. */
export const customerPaths = {
  profile: '/profile',
  payment: '/payment',
  dashboard: '/dashboard',
  dashboardServices: '/dashboard/services',
  dashboardNotices: '/dashboard/notices',
  dashboardProfile: '/dashboard/profile',
  keys: '/dashboard/profile/keys',
  webhooks: '/dashboard/profile/webhooks',
  buyService: '/dashboard/singleOrder',
  massOrder: '/dashboard/massOrder',
  addBalance: '/dashboard/addBalance',
  orderHistory: '/dashboard/orderHistory',
  order: '/dashboard/orders/:id',
  rechargeHistory: '/dashboard/rechargeHistory',
  recharge: '/dashboard/recharges/:id',
  statement: '/dashboard/statement',
  tickets: '/dashboard/tickets',
  newTicket: '/dashboard/tickets/new',
  ticket: '/dashboard/tickets/:id',
} as const;

export const adminPaths = {
  addService: '/dashboard/addService',
  manageServices: '/dashboard/manageServices',
  manageCategories: '/dashboard/categories',
  manageOrders: '/dashboard/manageOrders',
  manageRecharges: '/dashboard/manageRecharges',
  messages: '/dashboard/messages',
  manageRequests: '/dashboard/manageRequests',
  manageTickets: '/dashboard/manageTickets',
  manageTicket: '/dashboard/manageTickets/:id',
  manageNotices: '/dashboard/manageNotices',
  manageUsers: '/dashboard/manageUsers',
  jobs: '/dashboard/jobs',
  job: '/dashboard/jobs/:id',
  audit: '/dashboard/audit',
  missing: '/dashboard/missing',
  suppliers: '/dashboard/suppliers',
  supplier: '/dashboard/suppliers/:id',
  purchases: '/dashboard/purchases',
  profit: '/dashboard/profit',
  user: '/dashboard/users/:id',
  settings: '/dashboard/settings',
} as const;

/** Every path of the client. */
export const paths = {
  home: '/',
  services: '/service',
  servicesAlias: '/services',
  about: '/about',
  developers: '/developers',
  register: '/register',
  login: '/login',
  resetPassword: '/reset-password/:token',
  confirmEmail: '/confirm-email/:token',
  notMe: '/not-me/:token',
  notices: '/notices',
  ...customerPaths,
  ...adminPaths,
} as const;

/** The terms on the About page. */
export const termsPath = `${paths.about}#terms`;
/** The shop's contact, on the About page. */
export const supportPath = `${paths.about}#support`;

export type AuthMode = 'register' | 'login' | 'forgot';

/** The auth screen in one of its modes. @param next a path of the panel to return to afterwards */
export function authPath(mode: AuthMode, next?: string): string {
  const params = new URLSearchParams();
  if (mode !== 'register') params.set('mode', mode);
  if (next) params.set('next', next);
  const query = params.toString();
  return query ? `${paths.register}?${query}` : paths.register;
}

/** The page for a new password. @param token a mailed secret, or one that replaces it */
export function resetPasswordPath(token: string): string {
  return `/reset-password/${encodeURIComponent(token)}`;
}

/** The service list with a category selected. */
export function categoryPath(category: string): string {
  return `${paths.services}?category=${category}`;
}

/** The form of a new service, filled from an existing one. */
export function copyServicePath(id: number): string {
  return `${paths.addService}?copy=${id}`;
}

export function orderPath(id: number): string {
  return `/dashboard/orders/${id}`;
}

export function rechargePath(id: number): string {
  return `/dashboard/recharges/${id}`;
}

/** The subject of a ticket: one of the customer's own orders or recharges. */
export type TicketAbout = { orderId: number } | { rechargeId: number };

/** The form of a new ticket, with its subject selected. */
export function newTicketPath(about?: TicketAbout): string {
  if (!about) return paths.newTicket;
  const [name, id] = 'orderId' in about ? ['orderId', about.orderId] : ['rechargeId', about.rechargeId];
  return `${paths.newTicket}?${name}=${id}`;
}

/** Whether a path is this page or below it. */
export function isWithin(pathname: string, place: string): boolean {
  return pathname === place || pathname.startsWith(`${place}/`);
}

export function ticketPath(id: number): string {
  return `${paths.tickets}/${id}`;
}

/** An order in the admins' list, with its details open. */
export function managedOrderPath(id: number): string {
  return `${paths.manageOrders}?status=all&order=${id}`;
}

/** A recharge in the admins' list, with its details open. */
export function managedRechargePath(id: number): string {
  return `${paths.manageRecharges}?status=all&recharge=${id}`;
}

/** A request in the admins' list, with its details open. */
export function managedRequestPath(id: number): string {
  return `${paths.manageRequests}?status=all&request=${id}`;
}

/** The dialog that a URL of a user's page can open. */
export const GIVE_BALANCE = 'giveBalance';

/** The dialogs that a URL of Manage Services can open. */
export const servicesTasks = ['import', 'changePrices', 'changeServices'] as const;

/** The catalogue for admins, with a dialog open. */
export function servicesTaskPath(task: (typeof servicesTasks)[number]): string {
  return `${paths.manageServices}?open=${task}`;
}

/** The page of a user, for admins. @param open a dialog to open there */
export function userPath(id: number, open?: typeof GIVE_BALANCE): string {
  return `/dashboard/users/${id}${open ? `?open=${open}` : ''}`;
}

/** The page of a bulk job. */
export function jobPath(id: number): string {
  return `${paths.jobs}/${id}`;
}

export function manageTicketPath(id: number): string {
  return `${paths.manageTickets}/${id}`;
}

/** The page of notices: in the dashboard for signed-in users. */
export function noticesPath(signedIn: boolean): string {
  return signedIn ? paths.dashboardNotices : paths.notices;
}
