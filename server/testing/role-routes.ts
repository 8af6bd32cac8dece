import { exportPath } from '#shared/export-path.ts';
import { exports } from '../api/exports/exports.ts';
import { registerFields } from './app.ts';
import { exportJob, startJob } from './job-requests.ts';
import {
  ADMIN,
  ADMIN_OF_OTHERS,
  ANYONE,
  BY_MAIL,
  LOGIN,
  NO_CALLER,
  NO_SIGNATURE,
  OWNER_OR_ADMIN,
  REFRESH,
  SIGNED_IN,
} from './role-outcomes.ts';
import {
  askRecharge,
  beginRecharge,
  checkMany,
  cookie,
  importServices,
  login,
  NEW_PASSWORD,
  olderService,
  order,
  passwordChange,
  placeMany,
  placeOne,
  profileOf,
  type RoleCase,
  reference,
  reportedDays,
  resetFor,
  settings,
  statement,
  uploadImage,
  withBody,
  withParam,
} from './role-requests.ts';

/** Who may call which route, by method and path in the app. */
const written = {
  'POST /api/v1/user/login': [LOGIN, (scene) => ({ body: login(scene) })],
  'POST /api/v1/user/register': [ANYONE, () => ({ body: registerFields() })],
  'POST /refresh': [REFRESH, cookie],
  'POST /api/v1/user/forgotPassword': [BY_MAIL, resetFor],
  'POST /api/v1/user/resetPassword/:token': [
    BY_MAIL,
    async (scene) => ({ params: { token: await scene.resetToken() }, body: { password: NEW_PASSWORD } }),
  ],
  'GET /api/v1/user/profile': [SIGNED_IN],
  // An admin may block another user by id; for others the id must be their own.
  'PUT /api/v1/user/update': [
    ['unauthenticated', 'ok', 'forbidden', 'blocked', 'ok'],
    ({ owner: user }) => ({ body: { ...profileOf(user), id: String(user.id), isDeleted: true } }),
  ],
  'PUT /api/v1/user/changePassword': [SIGNED_IN, withBody(passwordChange)],
  'GET /api/v1/user/getAll': [ADMIN_OF_OTHERS],

  // Open to visitors; but an invalid token is refused, so that the client refreshes.
  'GET /api/v1/service/getAll': [['ok', 'ok', '-', 'session_ended', 'ok']],
  'POST /api/v1/service/create': [ADMIN, withBody(olderService)],
  'PUT /api/v1/service/update/:id': [ADMIN, withParam('serviceId', olderService)],
  'DELETE /api/v1/service/delete/:id': [ADMIN, withParam('serviceId')],
  'POST /api/v1/service/buy/:id': [SIGNED_IN, withParam('serviceId', order)],
  'GET /api/v1/service/getAllOrders': [SIGNED_IN],
  'GET /api/v1/service/getServiceByUserId': [SIGNED_IN],
  'GET /api/v1/order/:id': [OWNER_OR_ADMIN, withParam('orderId')],
  'PUT /api/v1/service/approve/:id': [ADMIN_OF_OTHERS, withParam('orderId', { status: 'done' })],

  'POST /api/v1/balance/addBalance': [
    SIGNED_IN,
    async (scene) => ({ body: { paymentMethod: await scene.methodName(), amount: 10, reference: reference() } }),
  ],
  'GET /api/v1/balance/getByUserId': [SIGNED_IN],
  'GET /api/v1/balance/getAll': [ADMIN_OF_OTHERS],
  'PUT /api/v1/balance/update/:id': [ADMIN_OF_OTHERS, withParam('rechargeId', { status: 'approved' })],
  'PUT /api/v1/balance/giveBalanceByAdmin/:id': [
    ADMIN_OF_OTHERS,
    ({ owner: { id } }) => ({ params: { id }, body: { amount: 1 } }),
  ],

  // Only with a key; every answer of the application has status 200.
  'POST /api/v2': [ANYONE],
  'POST /api/v2/': [ANYONE],
  'GET /api/v2': [ANYONE],
  'GET /api/v2/': [ANYONE],

  // Only signed by a device.
  'POST /hooks/sms/:device': [NO_SIGNATURE, () => ({ params: { device: 1 }, body: {} })],

  'GET /exports/orders.csv': [SIGNED_IN],
  'GET /exports/recharges.csv': [SIGNED_IN],
  'GET /exports/statement.csv': [SIGNED_IN],
  'GET /exports/job.csv': [ADMIN, exportJob],
  'GET /exports/users.csv': [ADMIN_OF_OTHERS],
  'GET /exports/profit.csv': [ADMIN, () => ({ query: { input: JSON.stringify(reportedDays) } })],

  'GET /images/:file': [ANYONE, async (scene) => ({ params: { file: await scene.imageFile() } })],
  'GET /livez': [ANYONE],
  'GET /readyz': [ANYONE],
  // Only with its own token.
  'GET /metrics': [NO_CALLER],
  'GET /api/openapi.json': [ANYONE],
  'GET /manifest.webmanifest': [ANYONE],
  'GET /api/docs': [ANYONE],
  'GET /api/docs/show.js': [ANYONE],
  'GET /api/docs/swagger-ui.css': [ANYONE],
  'GET /api/docs/swagger-ui-bundle.js': [ANYONE],
  'GET /*': [ANYONE],
  'GET /dashboard/forwards': [ANYONE],
  'GET /assets/page.js': [ANYONE],
  // They accept longer bodies.
  'POST /trpc/orders.place': [SIGNED_IN, placeOne],
  'POST /trpc/balance.requestRecharge': [SIGNED_IN, askRecharge],
  'POST /trpc/balance.begin': [SIGNED_IN, beginRecharge],
  'POST /trpc/orders.checkMany': [SIGNED_IN, checkMany],
  'POST /trpc/orders.placeMany': [SIGNED_IN, placeMany],
  'POST /trpc/admin.services.import': [ADMIN, importServices],
  'POST /trpc/admin.evidence.import': [ADMIN, statement],
  'POST /trpc/admin.images.upload': [ADMIN, uploadImage],
  'POST /trpc/admin.jobs.start': [ADMIN_OF_OTHERS, startJob],
  'POST /trpc/admin.settings.update': [ADMIN, withBody(settings)],
  '* /trpc/:path': [NO_CALLER, () => ({ params: { path: 'constructor' } })],
} satisfies Record<string, RoleCase>;

export type Route = keyof typeof written;

/** An export for admins that needs no input has no row. */
const others = Object.keys(exports)
  .map((name): [string, RoleCase] => [`GET ${exportPath(name)}`, [ADMIN]])
  .filter(([route]) => !Object.hasOwn(written, route));

export const routeTable: Record<Route, RoleCase> = { ...Object.fromEntries(others), ...written };
