import { type AdminArea, adminAreas, type CustomerScope, type KeyScope } from '#shared/key-scopes.ts';

/** The scope that a call needs; `public` ones need none, and `closed` ones refuse every key. */
export type Need = KeyScope | 'public' | 'closed';

/**
 * The procedures by what a key needs for them. The calls of REST need the scope of their procedure. What requires a re-authentication is
 * closed; verbs that require one in some cases only refuse a key there. A test compares the names with the router.
 */
const procedures = {
  public: [
    'services.list',
    'services.get',
    'services.categories',
    'notices.list',
    'settings.public',
    'settings.pageTexts',
    'stats.shop',
    'balance.methodNames',
    'links.read',
    'references.read',
  ],
  read: [
    'auth.me',
    'auth.profile',
    'services.favourites',
    'orders.checkMany',
    'orders.list',
    'orders.get',
    'orders.requests',
    'orders.askable',
    'balance.get',
    'balance.methods',
    'balance.recharges',
    'balance.recharge',
    'balance.begun',
    'balance.statement',
    'balance.statementSums',
    'stats.mine',
    'live.changes',
    'tickets.list',
    'tickets.get',
    'webhooks.list',
    'webhooks.deliveries',
    'export.orders',
    'export.recharges',
    'export.statement',
  ],
  order: [
    'orders.place',
    'orders.placeMany',
    'orders.request',
    'services.setFavourite',
    'tickets.open',
    'tickets.reply',
    'tickets.close',
    'tickets.reopen',
  ],
  recharge: [
    'balance.requestRecharge',
    'balance.begin',
    'balance.drop',
    'balance.callBack',
    'balance.correctReference',
    'balance.tellPayer',
  ],
  // Another address needs no re-authentication of a key: its owner gave it the scope after one.
  webhooks: ['webhooks.create', 'webhooks.update', 'webhooks.delete'],
  closed: [
    'auth.register',
    'auth.login',
    'auth.refresh',
    'auth.logout',
    'auth.forgotPassword',
    'auth.resetPassword',
    'auth.loginWasNotMe',
    'auth.confirmEmail',
    'auth.updateProfile',
    'auth.setLanguage',
    'auth.changePassword',
    'auth.reauthenticate',
    'auth.twoFactor.begin',
    'auth.twoFactor.confirm',
    'auth.twoFactor.disable',
    'auth.twoFactor.recoveryCodes',
    'auth.sessions',
    'auth.endSession',
    'auth.endOtherSessions',
    'keys.list',
    'keys.calls',
    'keys.create',
    'keys.roll',
    'keys.revoke',
    'keys.revokeAll',
    'webhooks.rollSecret',
    'webhooks.test',
    'webhooks.replay',
  ],
} as const satisfies Record<CustomerScope | 'public' | 'closed', readonly string[]>;

type Area = { read?: readonly string[]; write?: readonly string[]; closed?: readonly string[] };

/** The same of each admin area: `''` is an area that is a procedure itself. */
const areas = {
  stats: { read: [''] },
  desk: { read: ['counts', 'choices'] },
  money: { read: [''] },
  comparison: { read: [''] },
  services: {
    read: ['list', 'get', 'slow', 'previewPrices', 'previewMany', 'sources', 'prices'],
    write: [
      'create',
      'update',
      'delete',
      'import',
      'setHidden',
      'reorder',
      'resetOrder',
      'changePrices',
      'changeMany',
      'setSources',
      'pauseSource',
      'resumeSource',
      'setPriceRule',
    ],
  },
  categories: { read: ['list'], write: ['save', 'merge', 'reorder', 'setHidden'] },
  orders: { read: ['list', 'count', 'matching', 'get'], write: ['decide', 'setProgress'] },
  requests: { read: ['list', 'count', 'matching', 'get', 'check'], write: ['decide', 'file'] },
  recharges: {
    read: ['list', 'count', 'matching', 'get', 'sameReference'],
    write: ['decide'],
    closed: ['reverse'],
  },
  devices: { closed: ['list', 'create', 'revoke'] },
  evidence: {
    read: ['list', 'automatic'],
    closed: ['wordings', 'tryWording', 'saveWording', 'mapping', 'import', 'setAutomatic', 'balanceIsRight'],
  },
  users: {
    read: ['list', 'get', 'statement'],
    write: ['setBlocked', 'giveBalance'],
    closed: ['sessions', 'endSessions', 'sendResetLink', 'resetTwoFactor', 'setRole'],
  },
  settings: { read: ['get'], write: ['update'] },
  paymentMethods: { read: ['list'], write: ['save', 'delete'] },
  tickets: { read: ['list', 'get', 'next'], write: ['reply', 'close'] },
  savedReplies: { read: ['list'], write: ['save', 'delete'] },
  notices: { read: ['list'], write: ['create', 'update', 'delete'] },
  images: { write: ['upload'] },
  audit: { read: ['list'] },
  // A job goes on after its start, when the key may have been revoked.
  jobs: { read: ['get', 'list'], write: ['cancel'], closed: ['start'] },
  outgoing: { read: ['get'], closed: ['release'] },
  backups: { read: ['last'] },
  missing: { read: ['list'], write: ['settle'] },
  setAside: { read: ['list'], write: ['tryAgain'] },
  suppliers: {
    read: [
      ...['list', 'get', 'calls', 'entries', 'quality'],
      ...['statusWords', 'refusalWords', 'proposal', 'rules', 'categoryWords'],
    ],
    write: [
      ...['test', 'stop', 'resume', 'payIn', 'setStatusWords'],
      ...['fetch', 'accept', 'setRules', 'setCategoryWords'],
    ],
    closed: ['save', 'setRefusalWords'],
  },
  forwards: {
    read: ['list', 'counts', 'get', 'estimate', 'countByWords'],
    write: ['settle', 'start', 'refresh', 'resolve', 'correctCost'],
  },
  reports: { read: ['profit', 'attention'] },
  alarms: { closed: ['get', 'save', 'test'] },
} as const satisfies Record<AdminArea, Area>;

/** The names of the procedures that refuse every key, for the package of scripts. */
export type ClosedProcedure =
  | (typeof procedures)['closed'][number]
  | {
      [A in AdminArea]: (typeof areas)[A] extends { closed: readonly (infer Name extends string)[] }
        ? `admin.${A}.${Name}`
        : never;
    }[AdminArea];

/** Exports of all customers' rows, by the area that lists them. */
const adminExports: Record<string, AdminArea> = {
  'all-orders': 'orders',
  'all-recharges': 'recharges',
  'all-requests': 'requests',
  services: 'services',
  job: 'jobs',
  users: 'users',
  profit: 'reports',
};

const needs = new Map<string, Need>([
  ...Object.entries(procedures).flatMap(([need, names]) => names.map((name) => [name, need as Need] as const)),
  ...adminAreas.flatMap((area) => needsOfArea(area, areas[area])),
  ...Object.entries(adminExports).map(([name, area]) => [`export.${name}`, `admin.${area}:read`] as const),
]);

function needsOfArea(area: AdminArea, { read = [], write = [], closed = [] }: Area): [name: string, need: Need][] {
  const named = (name: string) => (name === '' ? `admin.${area}` : `admin.${area}.${name}`);
  return [
    ...read.map((name): [string, Need] => [named(name), `admin.${area}:read`]),
    ...write.map((name): [string, Need] => [named(name), `admin.${area}:write`]),
    ...closed.map((name): [string, Need] => [named(name), 'closed']),
  ];
}

/** What a key needs to call a procedure, or to load an export. @param name `orders.place`, `export.orders`; unlisted names are closed */
export function needOf(name: string): Need {
  return needs.get(name) ?? 'closed';
}

/** All needs of which one is enough, the usual one last. A key that manages webhooks lists them without reading anything else. */
export function needsOf(name: string): Need[] {
  return [...(name === 'webhooks.list' ? (['webhooks'] as const) : []), needOf(name)];
}

/** Every listed name. */
export const listedNames: readonly string[] = [...needs.keys()];
