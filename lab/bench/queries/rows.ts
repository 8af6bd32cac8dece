/** Ids and texts of the filled shop that inputs name. */
export interface Sample {
  orderId: number;
  /** Of that order, by no other order. */
  link: string;
  /** The newest orders, for procedures that take many. */
  orderIds: number[];
  serviceId: number;
  rechargeId: number;
  reference: string;
  userId: number;
  userName: string;
  resellerId: number;
  adminId: number;
  supplierId: number;
  forwardId: number;
  ticketId: number;
  requestId: number;
  webhookId: number;
  /** The days of the last six months, and the last month. */
  from: string;
  lastMonth: string;
  to: string;
}

export interface Row {
  /** A procedure, or an export: `exports.orders`. */
  name: string;
  variant?: string;
  /** Nobody's is without a token. */
  by: 'admin' | 'reseller' | 'nobody';
  input?: object;
}

/** The beginning of many links. */
const COMMON_LINK = 'https://www.tiktok.com/@demo/video/';
/** In more than half of all links. */
const PLATFORM = 'www.';
const NOWHERE = 'zzqqxx';

/** Every call that is measured. */
export function rowsOf(sample: Sample): Row[] {
  const { orderId, link, orderIds, serviceId, rechargeId, reference, userId, userName, resellerId, adminId } = sample;
  const { supplierId, forwardId, ticketId, requestId, webhookId, from, lastMonth, to } = sample;
  const period = { from, to };
  const common = {
    'search common link': { search: COMMON_LINK },
    'search www.': { search: PLATFORM },
    'search link': { search: link },
  };
  const ofOrders = {
    '': {},
    open: { status: 'open' },
    completed: { status: 'completed' },
    rejected: { status: 'rejected' },
    period,
    'one customer': { userId: resellerId },
    'one service': { serviceId },
    'decided by': { decidedBy: adminId },
    'decided by supplier': { decidedBy: 'supplier' },
    'at a supplier': { supplier: 'any' },
    ...common,
    'search customer': { search: userName },
    'search service': { search: 'Followers' },
    'search two letters': { search: 'ra' },
    'search nothing': { search: NOWHERE },
    'search common link, rejected': { search: COMMON_LINK, status: 'rejected' },
  };
  const ofRecharges = {
    '': {},
    pending: { status: 'pending' },
    approved: { status: 'approved' },
    period,
    'one method': { methodId: 1 },
    'decided by': { decidedBy: adminId },
    'search reference': { search: reference },
    'search common reference': { search: 'D00' },
    'search customer': { search: userName },
    'search two letters': { search: 'ra' },
    'search nothing': { search: NOWHERE },
  };
  const ofRequests = {
    '': {},
    open: { status: 'open' },
    done: { status: 'done' },
    period,
    refill: { kind: 'refill' },
    'one service': { serviceId },
    'decided by': { decidedBy: adminId },
    ...common,
    'search customer': { search: userName },
    'search two letters': { search: 'ra' },
    'search nothing': { search: NOWHERE },
  };
  const ofServices = {
    '': {},
    popular: { sort: 'popular' },
    name: { sort: 'name' },
    'price low': { sort: 'priceLow' },
    'one category': { category: 'tiktok' },
    search: { search: 'Followers' },
    'search two letters': { search: 'fo' },
    'search number': { search: '100' },
    'search Bengali': { search: 'ফলোয়ার' },
    'search misspelled': { search: 'folowers instagrm' },
    'search nothing': { search: NOWHERE },
  };
  const sorts = (words: string[]) => Object.fromEntries(words.map((sort) => [`sorted ${sort}`, { sort }]));
  const ofOwnOrders = {
    '': {},
    completed: { status: 'completed' },
    rejected: { status: 'rejected' },
    period,
    ...sorts(['largest']),
    search: { search: 'Followers' },
    'search link': { search: link },
    'search nothing': { search: NOWHERE },
  };
  const profit = Object.fromEntries(
    ['service', 'supplier', 'customer', 'day'].map((by) => [`half a year by ${by}`, { ...period, by }]),
  );

  return [
    ...each('services.list', 'nobody', ofServices),
    ...each('services.categories', 'nobody'),
    ...each('services.favourites', 'reseller'),
    ...each('orders.list', 'reseller', ofOwnOrders),
    ...each('orders.get', 'reseller', { '': { id: 1 } }),
    ...each('orders.requests', 'reseller'),
    ...each('balance.get', 'reseller'),
    ...each('balance.statement', 'reseller', { '': {}, period, ...sorts(['oldest']) }),
    ...each('balance.statementSums', 'reseller', { '': {}, period, 'last month': { from: lastMonth, to } }),
    ...each('balance.recharges', 'reseller', { '': {}, 'search nothing': { search: NOWHERE } }),
    ...each('stats.shop', 'nobody'),
    ...each('stats.mine', 'reseller'),
    ...each('tickets.list', 'reseller'),
    ...each('notices.list', 'nobody'),
    ...each('keys.list', 'reseller'),
    ...each('webhooks.list', 'reseller'),
    ...each('webhooks.deliveries', 'reseller', { '': { id: webhookId } }),
    ...each('admin.stats', 'admin'),
    ...each('admin.desk.counts', 'admin'),
    ...each('admin.desk.choices', 'admin'),
    ...each('admin.money', 'admin', { month: { days: 30 }, 'half a year': period }),
    ...each('admin.comparison', 'admin', { month: { days: 30 }, quarter: { days: 90 } }),
    ...each('admin.services.list', 'admin', ofServices),
    ...each('admin.services.slow', 'admin'),
    ...each('admin.services.prices', 'admin', { '': { id: serviceId } }),
    ...each('admin.services.sources', 'admin', { '': { id: serviceId } }),
    ...each('admin.services.previewPrices', 'admin', { all: { percentHundredths: 1000, stepMicros: 1000 } }),
    ...each('admin.orders.list', 'admin', {
      ...ofOrders,
      ...sorts(['oldest', 'largest', 'mostUnits']),
      'search common link, largest': { search: COMMON_LINK, sort: 'largest' },
    }),
    ...each('admin.orders.count', 'admin', ofOrders),
    ...each('admin.orders.matching', 'admin', { 'search common link': { search: COMMON_LINK, limit: 100 } }),
    ...each('admin.orders.get', 'admin', { '': { id: orderId } }),
    ...each('admin.requests.list', 'admin', ofRequests),
    ...each('admin.requests.count', 'admin', ofRequests),
    ...each('admin.requests.matching', 'admin', { '': { limit: 100 } }),
    ...each('admin.requests.get', 'admin', { '': { id: requestId } }),
    ...each('admin.requests.check', 'admin', { '': { kind: 'refill', orderIds } }),
    ...each('admin.recharges.list', 'admin', { ...ofRecharges, ...sorts(['oldest', 'largest']) }),
    ...each('admin.recharges.count', 'admin', ofRecharges),
    ...each('admin.recharges.matching', 'admin', { '': { limit: 100 } }),
    ...each('admin.recharges.get', 'admin', { '': { id: rechargeId } }),
    ...each('admin.recharges.sameReference', 'admin', { '': { id: rechargeId } }),
    ...each('admin.users.list', 'admin', {
      '': {},
      ...sorts(['oldest', 'name', 'balance', 'lowestBalance']),
      blocked: { status: 'blocked' },
      admins: { role: 'admin' },
      search: { search: userName },
      'search common': { search: 'example.com' },
      'search phone': { search: '01000' },
      'search two letters': { search: 'ra' },
      'search nothing': { search: NOWHERE },
    }),
    ...each('admin.users.get', 'admin', { '': { id: userId }, 'a large customer': { id: resellerId } }),
    ...each('admin.users.sessions', 'admin', { '': { id: userId } }),
    ...each('admin.users.statement', 'admin', { '': { id: resellerId } }),
    ...each('admin.paymentMethods.list', 'admin'),
    ...each('admin.tickets.list', 'admin', {
      '': {},
      open: { status: 'open' },
      'one customer': { userId: resellerId },
      search: { search: 'late' },
      'search customer': { search: userName },
      'search nothing': { search: NOWHERE },
    }),
    ...each('admin.tickets.get', 'admin', { '': { id: ticketId } }),
    ...each('admin.tickets.next', 'admin', { '': { id: ticketId } }),
    ...each('admin.savedReplies.list', 'admin'),
    ...each('admin.notices.list', 'admin'),
    ...each('admin.audit.list', 'admin', {
      '': {},
      'one admin': { admin: adminId },
      'one action': { action: 'order.decide' },
      'rare action': { action: 'user.block' },
      period,
      'one customer': { userId: resellerId },
      'search service': { search: 'Followers' },
      'search customer': { search: userName },
      'search nothing': { search: NOWHERE },
    }),
    ...each('admin.jobs.list', 'admin'),
    ...each('admin.missing.list', 'admin'),
    ...each('admin.setAside.list', 'admin'),
    ...each('admin.suppliers.list', 'admin'),
    ...each('admin.suppliers.get', 'admin', { '': { id: supplierId } }),
    ...each('admin.suppliers.calls', 'admin', { '': { id: supplierId } }),
    ...each('admin.suppliers.entries', 'admin', { '': { id: supplierId } }),
    ...each('admin.suppliers.quality', 'admin', { '': { supplierId } }),
    ...each('admin.suppliers.statusWords', 'admin'),
    ...each('admin.suppliers.refusalWords', 'admin'),
    ...each('admin.suppliers.proposal', 'admin', { '': { id: supplierId } }),
    ...each('admin.suppliers.categoryWords', 'admin'),
    ...each('admin.reports.profit', 'admin', { 'month by service': { from: lastMonth, to, by: 'service' }, ...profit }),
    ...each('admin.reports.attention', 'admin'),
    ...each('admin.forwards.list', 'admin', {
      '': {},
      queued: { state: 'queued' },
      accepted: { state: 'accepted' },
      losses: { flag: 'losses' },
      words: { flag: 'words' },
      'search link': { search: link },
      'search nothing': { search: NOWHERE },
    }),
    ...each('admin.forwards.counts', 'admin', { '': {}, 'one supplier': { supplierId } }),
    ...each('admin.forwards.get', 'admin', { '': { id: forwardId } }),
    ...each('admin.forwards.countByWords', 'admin', { '': { text: 'Not enough funds', supplierId: null } }),
    ...each('admin.forwards.estimate', 'admin', { '': { orderIds } }),
    ...each('exports.orders', 'reseller', { '': {}, period }),
    ...each('exports.recharges', 'reseller'),
    ...each('exports.statement', 'reseller'),
    ...each('exports.all-orders', 'admin', {
      '': {},
      period,
      'search common link': { search: COMMON_LINK },
      'one customer': { userId: resellerId },
    }),
    ...each('exports.all-recharges', 'admin', { '': {}, period }),
    ...each('exports.all-requests', 'admin', { '': {}, period }),
    ...each('exports.services', 'admin'),
    ...each('exports.users', 'admin', { '': {}, search: { search: 'example.com' } }),
    ...each('exports.profit', 'admin', profit),
  ];
}

/** Queries that are not measured, and why. */
export const exceptions: Record<string, string> = {
  'auth.me': 'one row',
  'auth.profile': 'one row',
  'auth.sessions': 'the sessions of one user',
  'services.get': 'one row',
  'links.read': 'one row, and a text',
  'references.read': 'a text',
  'orders.askable': 'the orders that the client names, at most a page',
  'balance.methodNames': 'the shop has a few methods',
  'balance.methods': 'the shop has a few methods',
  'balance.recharge': 'one row, and a median that is cached',
  'balance.begun': 'one row',
  'settings.public': 'one row',
  'settings.pageTexts': 'one row',
  'tickets.get': 'the messages of one ticket',
  'keys.calls': 'the last calls of one key, which are bounded',
  'admin.services.get': 'one row',
  'admin.services.previewMany': 'a preview; services are few',
  'admin.settings.get': 'one row',
  'admin.jobs.get': 'one job',
  'admin.outgoing.get': 'one row',
  'admin.backups.last': 'one row',
  'admin.suppliers.rules': 'one row',
  'admin.alarms.get': 'one row',
  'admin.categories.list': 'a few hundred, and one count of the services',
  'admin.devices.list': 'the shop has a few phones',
  'admin.evidence.list': 'the filled shop has no messages',
  'admin.evidence.automatic': 'the last 100 decisions of a few methods, and the filled shop has no verdicts',
  'admin.evidence.wordings': 'a few dozen',
  'admin.evidence.mapping': 'one row',
  'admin.evidence.tryWording': 'the last 1,000 messages, and the filled shop has none',
  'exports.job': 'the rows of one job',
};

/** A row for each named input. */
function each(name: string, by: Row['by'], inputs: Record<string, object | undefined> = { '': undefined }): Row[] {
  return Object.entries(inputs).map(([variant, input]) => ({
    name,
    by,
    ...(variant && { variant }),
    ...(input && { input }),
  }));
}
