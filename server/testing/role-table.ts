import type { ErrorCode } from '../../shared/errors.ts';

/**
 * Who calls. What is named in a call is the customer's: `other` is a second customer who names it, `blocked` somebody who
 * was blocked while signed in, a customer and an admin.
 */
export const roleColumns = ['anonymous', 'customer', 'other', 'blocked', 'admin'] as const;
export type RoleColumn = (typeof roleColumns)[number];

/** What comes of a call: it succeeds, it is refused, or it can name nothing of anybody's and is not tried. */
export type RoleOutcome = 'ok' | '-' | ErrorCode;
type Row = readonly [RoleOutcome, RoleOutcome, RoleOutcome, RoleOutcome, RoleOutcome];

/** Who may call which procedure. One that is missing here fails the build, and so does one that is no more. */
// biome-ignore format: columns are read from top to bottom
export const procedureTable = {
  //                              anonymous          customer     other        blocked    admin
  'auth.register':               ['ok',              'ok',        '-',         'ok',      'ok'],
  'auth.login':                  ['ok',              'ok',        '-',         'blocked', 'ok'],
  'auth.refresh':                ['session_ended',   'ok',        '-',         'blocked', 'ok'],
  'auth.logout':                 ['ok',              'ok',        '-',         'ok',      'ok'],
  'auth.forgotPassword':         ['ok',              'ok',        'ok',        'ok',      'ok'],
  'auth.resetPassword':          ['ok',              'ok',        'ok',        'ok',      'ok'],
  'auth.confirmEmail':           ['ok',              'ok',        'ok',        'ok',      'ok'],
  'auth.me':                     ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'auth.profile':                ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'auth.updateProfile':          ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'auth.setLanguage':            ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'auth.changePassword':         ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'auth.sessions':               ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  // Sessions are one's own: an admin is anybody else here.
  'auth.endSession':             ['unauthenticated', 'ok',        'not_found', 'blocked', 'not_found'],
  'auth.endOtherSessions':       ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],

  'services.list':               ['ok',              'ok',        '-',         'ok',      'ok'],
  'services.get':                ['ok',              'ok',        '-',         'ok',      'ok'],
  'services.categories':         ['ok',              'ok',        '-',         'ok',      'ok'],
  'services.favourites':         ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'services.setFavourite':       ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'notices.list':                ['ok',              'ok',        '-',         'ok',      'ok'],
  'settings.public':             ['ok',              'ok',        '-',         'ok',      'ok'],

  'orders.place':                ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'orders.checkMany':            ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'orders.placeMany':            ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'orders.list':                 ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'orders.get':                  ['unauthenticated', 'ok',        'not_found', 'blocked', 'ok'],
  'balance.get':                 ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'balance.methods':             ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'balance.requestRecharge':     ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'balance.recharges':           ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  // Recharges are one's own here; admins find everybody's under `admin`.
  'balance.recharge':            ['unauthenticated', 'ok',        'not_found', 'blocked', 'not_found'],
  'balance.statement':           ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'balance.statementSums':       ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'stats.mine':                  ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'live.changes':                ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],

  // An admin, too, has tickets of their own here; everybody's are under `admin`.
  'tickets.open':                ['unauthenticated', 'ok',        'not_found', 'blocked', 'not_found'],
  'tickets.list':                ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'tickets.get':                 ['unauthenticated', 'ok',        'not_found', 'blocked', 'not_found'],
  'tickets.reply':               ['unauthenticated', 'ok',        'not_found', 'blocked', 'not_found'],
  'tickets.close':               ['unauthenticated', 'ok',        'not_found', 'blocked', 'not_found'],
  'tickets.reopen':              ['unauthenticated', 'ok',        'not_found', 'blocked', 'not_found'],

  'admin.stats':                 ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.list':         ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.get':          ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.money':                 ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.slow':         ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.create':       ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.update':       ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.delete':       ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.import':       ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.setHidden':   ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.reorder':     ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.resetOrder':  ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.previewPrices':['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.services.changePrices':['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.images.upload':         ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.orders.list':           ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.orders.count':          ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.orders.matching':       ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.orders.get':            ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.orders.decide':         ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.recharges.list':        ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.recharges.count':       ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.recharges.matching':    ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.desk.counts':           ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.desk.choices':          ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.recharges.get':         ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.recharges.decide':      ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.recharges.sameReference': ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.recharges.reverse':     ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.users.list':            ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.users.get':             ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.users.setBlocked':      ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.users.giveBalance':     ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.users.statement':       ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.users.sessions':        ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.users.endSessions':     ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.users.sendResetLink':   ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.users.setRole':         ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.settings.get':          ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.settings.update':       ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.paymentMethods.list':   ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.paymentMethods.save':   ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.paymentMethods.delete': ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.tickets.list':          ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.tickets.get':           ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.tickets.reply':         ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.tickets.close':         ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'admin.notices.list':          ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.notices.create':        ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.notices.update':        ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.notices.delete':        ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.savedReplies.list':     ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.savedReplies.save':     ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.savedReplies.delete':   ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'admin.audit.list':            ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
} as const satisfies Record<string, Row>;

/** Who may call which route, by method and path as the app serves them. */
// biome-ignore format: columns are read from top to bottom
export const routeTable = {
  //                                               anonymous          customer     other        blocked    admin
  'POST /api/v1/user/login':                      ['ok',              'ok',        '-',         'blocked', 'ok'],
  'POST /api/v1/user/register':                   ['ok',              'ok',        '-',         'ok',      'ok'],
  'POST /refresh':                                ['session_ended',   'ok',        '-',         'blocked', 'ok'],
  'POST /api/v1/user/forgotPassword':             ['ok',              'ok',        'ok',        'ok',      'ok'],
  'POST /api/v1/user/resetPassword/:token':       ['ok',              'ok',        'ok',        'ok',      'ok'],
  'GET /api/v1/user/profile':                     ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'PUT /api/v1/user/update':                      ['unauthenticated', 'ok',        'forbidden', 'blocked', 'ok'],
  'PUT /api/v1/user/changePassword':              ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'GET /api/v1/user/getAll':                      ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],

  // Open to visitors; but whoever says who they are has to be it, and is sent to refresh otherwise.
  'GET /api/v1/service/getAll':                   ['ok',              'ok',        '-',         'session_ended', 'ok'],
  'POST /api/v1/service/create':                  ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'PUT /api/v1/service/update/:id':               ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'DELETE /api/v1/service/delete/:id':            ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'POST /api/v1/service/buy/:id':                 ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'GET /api/v1/service/getAllOrders':             ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'GET /api/v1/service/getServiceByUserId':       ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'PUT /api/v1/service/approve/:id':              ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],

  'POST /api/v1/balance/addBalance':              ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'GET /api/v1/balance/getByUserId':              ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'GET /api/v1/balance/getAll':                   ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'PUT /api/v1/balance/update/:id':               ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],
  'PUT /api/v1/balance/giveBalanceByAdmin/:id':   ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],

  'GET /exports/orders.csv':                      ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'GET /exports/recharges.csv':                   ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'GET /exports/statement.csv':                   ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'GET /exports/all-orders.csv':                  ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'GET /exports/all-recharges.csv':               ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'GET /exports/services.csv':                    ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'GET /exports/users.csv':                       ['unauthenticated', 'forbidden', 'forbidden', 'blocked', 'ok'],

  'GET /images/:file':                            ['ok',              'ok',        '-',         'ok',      'ok'],
  'GET /livez':                                   ['ok',              'ok',        '-',         'ok',      'ok'],
  'GET /readyz':                                  ['ok',              'ok',        '-',         'ok',      'ok'],
  // Only with a token of its own, which is no user's.
  'GET /metrics':                                 ['not_found',       'not_found', '-',         'not_found', 'not_found'],
  'GET /api/openapi.json':                        ['ok',              'ok',        '-',         'ok',      'ok'],
  'GET /api/docs':                                ['ok',              'ok',        '-',         'ok',      'ok'],
  'GET /api/docs/show.js':                        ['ok',              'ok',        '-',         'ok',      'ok'],
  'GET /api/docs/swagger-ui.css':                 ['ok',              'ok',        '-',         'ok',      'ok'],
  'GET /api/docs/swagger-ui-bundle.js':           ['ok',              'ok',        '-',         'ok',      'ok'],
  // Every path that is nothing else is the one page; each file of the client's build is a route of its own.
  'GET /*':                                       ['ok',              'ok',        '-',         'ok',      'ok'],
  'GET /assets/page.js':                          ['ok',              'ok',        '-',         'ok',      'ok'],
  // These take longer bodies than other procedures, and so they are routes of their own.
  'POST /trpc/orders.checkMany':                  ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'POST /trpc/orders.placeMany':                  ['unauthenticated', 'ok',        '-',         'blocked', 'ok'],
  'POST /trpc/admin.services.import':             ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  'POST /trpc/admin.images.upload':               ['unauthenticated', 'forbidden', '-',         'blocked', 'ok'],
  // Where the procedures are; without the name of one there is nothing.
  '* /trpc/:path':                                ['not_found',       'not_found', '-',         'not_found', 'not_found'],
} as const satisfies Record<string, Row>;

export type Procedure = keyof typeof procedureTable;
export type Route = keyof typeof routeTable;

/** What the table says of a call by somebody. */
export function expectedOf(row: Row, column: RoleColumn): RoleOutcome {
  return row[roleColumns.indexOf(column)] ?? '-';
}
