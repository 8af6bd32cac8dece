import { randomUUID } from 'node:crypto';
import { micros } from '#shared/money.ts';
import { changeHashOf } from '../features/services/change-services.ts';
import { previewHashOf } from '../features/services/priced-services.ts';
import { registerFields } from './app.ts';
import type { TestUser } from './factories.ts';
import { exportJob, startJob } from './job-requests.ts';
import {
  ADMIN,
  ADMIN_OF_OTHERS,
  ANYONE,
  BY_MAIL,
  LOGIN,
  NO_CALLER,
  OWNER,
  OWNER_OR_ADMIN,
  REFRESH,
  type Row,
  SIGNED_IN,
} from './role-outcomes.ts';
import { PASSWORD, type Scene } from './role-scene.ts';

/** A valid request together with the caller's token, so that only the role matters. */
export interface RoleRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sends the caller's refresh cookie, as the panel's pages do. */
  withCookie?: boolean;
}

type Request = (scene: Scene) => RoleRequest | Promise<RoleRequest>;
export type RoleCase = readonly [Row, Request?];
/** The functions of a scene that create a row and return its id. */
type Made = { [Name in keyof Scene]: Scene[Name] extends () => Promise<number | string> ? Name : never }[keyof Scene];

const resetFor: Request = ({ owner: user }) => ({ body: { email: emailOf(user) } });
const withBody =
  (body: unknown): Request =>
  () => ({ body });
const withId =
  (made: Made, fields = {}): Request =>
  async (scene) => ({ body: { ...fields, id: await scene[made]() } });
const withParam =
  (made: Made, body?: unknown): Request =>
  async (scene) => ({ params: { id: await scene[made]() }, body });
const owner =
  (fields = {}): Request =>
  ({ owner: { id } }) => ({ body: { ...fields, id } });
const ofOwner: Request = ({ owner: { id } }) => ({ body: { userId: id } });
const withRecoveryCode: Request = async (scene) => ({ body: { code: await scene.recoveryCode() } });
const cookie: Request = () => ({ withCookie: true });

const NEW_PASSWORD = 'another horse battery';
/** The current email, so that none has to be confirmed. */
const profileOf = (user: TestUser) => ({ name: 'New Name', email: emailOf(user), phone: '01700000001' });
const emailOf = ({ userName }: TestUser) => `${userName}@example.com`;
const login = ({ person }: Scene) => ({ userName: person.userName, password: PASSWORD });
const passwordChange = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
const order = { link: 'https://example.com/post', quantity: 1000 };
const checkMany = async (scene: Scene) => ({ body: { lines: [{ ...order, serviceId: await scene.serviceId() }] } });
const placeMany = async (scene: Scene) => ({ body: { ...(await checkMany(scene)).body, requestId: randomUUID() } });
const importServices = async (scene: Scene) => ({ body: { ...(await scene.previewedFile()), apply: true } });
const uploadImage = async (scene: Scene) => ({ body: { data: await scene.image() } });
const toFile = async (scene: Scene) => ({ body: { kind: 'cancel', orderIds: [await scene.askableOrderId()] } });
const ticket = { subject: 'My order', message: 'Where is it?' };
const notice = { title: 'Eid', body: 'We rest.', kind: 'banner', level: 'info', dismissible: true };
const reference = () => `TX-${randomUUID()}`;
const service = { name: 'Likes', description: 'Real.', category: 'tiktok', min: 10, max: 99 };
const settings = {
  ...{ ratePaisa: 12_600, feeBasisPoints: 185, chatUrl: null, videoUrls: [] },
  ...{ servicesOffset: 0, ordersOffset: 0, usersOffset: 0 },
};
const payment = {
  ...{ kind: 'mobile', ussdCode: null, recipient: '01700000000', logo: null, active: true, position: 1 },
  ...{ stepsBn: [], stepsEn: [] },
};
const typedService = { ...service, image: null, priceMicros: 1_000_000, avgTimeHours: 1 };
const olderService = { ...service, price: 1, avgTime: 1 };

/** Who may call which procedure. A test compares the names with the app. */
export const procedureTable = {
  'auth.register': [ANYONE, () => ({ body: registerFields() })],
  'auth.login': [LOGIN, (scene) => ({ body: login(scene) })],
  'auth.refresh': [REFRESH, cookie],
  'auth.logout': [ANYONE, cookie],
  'auth.forgotPassword': [BY_MAIL, resetFor],
  'auth.resetPassword': [
    BY_MAIL,
    async (scene) => ({ body: { token: await scene.resetToken(), password: NEW_PASSWORD } }),
  ],
  'auth.loginWasNotMe': [BY_MAIL, async (scene) => ({ body: { token: await scene.alertToken() } })],
  'auth.confirmEmail': [BY_MAIL, async (scene) => ({ body: { token: await scene.emailToken() } })],
  'auth.me': [SIGNED_IN],
  'auth.profile': [SIGNED_IN],
  'auth.updateProfile': [SIGNED_IN, ({ person }) => ({ body: profileOf(person) })],
  'auth.setLanguage': [SIGNED_IN, withBody({ language: 'bn' })],
  'auth.changePassword': [SIGNED_IN, withBody(passwordChange)],
  'auth.reauthenticate': [SIGNED_IN, withBody({ password: PASSWORD })],
  'auth.twoFactor.begin': [SIGNED_IN, withBody({ password: PASSWORD })],
  'auth.twoFactor.confirm': [SIGNED_IN, async (scene) => ({ body: { code: await scene.begunCode() } })],
  'auth.twoFactor.disable': [SIGNED_IN, withRecoveryCode],
  'auth.twoFactor.recoveryCodes': [SIGNED_IN, withRecoveryCode],
  'auth.sessions': [SIGNED_IN],
  // Only one's own sessions: an admin is like any other user here.
  'auth.endSession': [OWNER, withId('sessionId')],
  'auth.endOtherSessions': [SIGNED_IN, withBody({})],

  'services.list': [ANYONE, withBody({})],
  'services.get': [ANYONE, withId('serviceId')],
  'services.categories': [ANYONE],
  'services.favourites': [SIGNED_IN],
  'services.setFavourite': [SIGNED_IN, withId('serviceId', { favourite: true })],
  'notices.list': [ANYONE],
  'settings.public': [ANYONE],
  'stats.shop': [ANYONE],
  'balance.methodNames': [ANYONE],
  'settings.pageTexts': [ANYONE, withBody({ language: 'en' })],

  'orders.place': [SIGNED_IN, async (scene) => ({ body: { ...order, serviceId: await scene.serviceId() } })],
  'orders.checkMany': [SIGNED_IN, checkMany],
  'orders.placeMany': [SIGNED_IN, placeMany],
  'orders.list': [SIGNED_IN, withBody({})],
  'orders.get': [OWNER_OR_ADMIN, withId('orderId')],
  // Only about one's own orders; admins file requests under `admin`.
  'orders.request': [OWNER, withId('askableOrderId', { kind: 'cancel' })],
  'orders.requests': [SIGNED_IN, withBody({})],
  // Others' orders are left out.
  'orders.askable': [
    ['unauthenticated', 'ok', 'ok', 'blocked', 'ok'],
    async (scene) => ({ body: { ids: [await scene.orderId()] } }),
  ],
  'balance.get': [SIGNED_IN],
  'balance.methods': [SIGNED_IN],
  'balance.requestRecharge': [
    SIGNED_IN,
    async (scene) => ({
      body: { method: await scene.methodName(), amountNanos: 10_000_000_000, reference: reference() },
    }),
  ],
  'balance.recharges': [SIGNED_IN, withBody({})],
  // Only one's own recharges; admins use `admin`.
  'balance.recharge': [OWNER, withId('rechargeId')],
  'balance.statement': [SIGNED_IN, withBody({})],
  'balance.statementSums': [SIGNED_IN, withBody({})],
  'stats.mine': [SIGNED_IN],
  'live.changes': [SIGNED_IN],

  // Only one's own tickets, also for an admin; all tickets are under `admin`.
  'tickets.open': [OWNER, async (scene) => ({ body: { ...ticket, orderId: await scene.orderId() } })],
  'tickets.list': [SIGNED_IN, withBody({})],
  'tickets.get': [OWNER, withId('ticketId')],
  'tickets.reply': [OWNER, withId('ticketId', { message: 'And now?' })],
  'tickets.close': [OWNER, withId('ticketId')],
  'tickets.reopen': [OWNER, withId('ticketId')],

  'admin.stats': [ADMIN],
  'admin.services.list': [ADMIN, withBody({})],
  'admin.services.get': [ADMIN, withId('serviceId')],
  'admin.money': [ADMIN, withBody({ days: 7 })],
  'admin.comparison': [ADMIN, withBody({ days: 7 })],
  'admin.services.slow': [ADMIN],
  'admin.services.create': [ADMIN, withBody(typedService)],
  'admin.services.update': [ADMIN, withId('serviceId', typedService)],
  'admin.services.delete': [ADMIN, withId('serviceId')],
  'admin.services.import': [ADMIN, importServices],
  'admin.services.setHidden': [ADMIN, withId('serviceId', { hidden: true })],
  'admin.services.reorder': [
    ADMIN,
    async (scene) => ({ body: { id: await scene.serviceId(), before: await scene.serviceId() } }),
  ],
  'admin.services.resetOrder': [ADMIN, withBody({ category: 'instagram' })],
  'admin.services.previewPrices': [ADMIN, withBody({ category: 'tiktok', percentHundredths: 1_000, stepMicros: 1 })],
  'admin.services.changePrices': [
    ADMIN,
    async (scene) => {
      const id = await scene.serviceId();
      const previewHash = previewHashOf([{ id, fromMicros: micros(1_000_000), toMicros: micros(1_100_000) }]);
      return { body: { ids: [id], percentHundredths: 1_000, stepMicros: 1, previewHash } };
    },
  ],
  'admin.services.previewMany': [ADMIN, withBody({ category: 'tiktok', change: { kind: 'show' } })],
  'admin.services.changeMany': [
    ADMIN,
    async (scene) => {
      const [id, change] = [await scene.serviceId(), { kind: 'refill', refillDays: 30 } as const];
      const previewHash = changeHashOf(change, [{ id, refillDays: null }]);
      return { body: { ids: [id], change, previewHash, requestId: randomUUID() } };
    },
  ],
  'admin.images.upload': [ADMIN, uploadImage],
  'admin.orders.list': [ADMIN_OF_OTHERS, ofOwner],
  'admin.orders.count': [ADMIN_OF_OTHERS, ofOwner],
  'admin.orders.matching': [ADMIN_OF_OTHERS, ofOwner],
  'admin.orders.get': [ADMIN_OF_OTHERS, withId('orderId')],
  'admin.orders.decide': [ADMIN_OF_OTHERS, withId('orderId', { decision: 'complete' })],
  'admin.requests.list': [ADMIN_OF_OTHERS, ofOwner],
  'admin.requests.count': [ADMIN_OF_OTHERS, ofOwner],
  'admin.requests.matching': [ADMIN_OF_OTHERS, ofOwner],
  'admin.requests.get': [ADMIN_OF_OTHERS, withId('requestId')],
  'admin.requests.decide': [ADMIN_OF_OTHERS, withId('requestId', { decision: 'accept' })],
  'admin.requests.check': [ADMIN_OF_OTHERS, toFile],
  'admin.requests.file': [ADMIN_OF_OTHERS, toFile],
  'admin.orders.setProgress': [ADMIN_OF_OTHERS, withId('orderId', { startCount: 830 })],
  'admin.recharges.list': [ADMIN_OF_OTHERS, ofOwner],
  'admin.recharges.count': [ADMIN_OF_OTHERS, ofOwner],
  'admin.recharges.matching': [ADMIN_OF_OTHERS, ofOwner],
  'admin.desk.counts': [ADMIN],
  'admin.desk.choices': [ADMIN],
  'admin.recharges.get': [ADMIN_OF_OTHERS, withId('rechargeId')],
  'admin.recharges.decide': [ADMIN_OF_OTHERS, withId('rechargeId', { decision: 'approve' })],
  'admin.recharges.sameReference': [ADMIN_OF_OTHERS, withId('rechargeId')],
  'admin.recharges.reverse': [ADMIN_OF_OTHERS, withId('approvedRechargeId', { reason: 'Never arrived' })],
  'admin.users.list': [ADMIN_OF_OTHERS, withBody({})],
  'admin.users.get': [ADMIN_OF_OTHERS, owner()],
  'admin.users.setBlocked': [ADMIN_OF_OTHERS, owner({ blocked: true })],
  'admin.users.giveBalance': [ADMIN_OF_OTHERS, owner({ amountNanos: 1_000_000_000 })],
  'admin.users.statement': [ADMIN_OF_OTHERS, owner()],
  'admin.users.sessions': [ADMIN_OF_OTHERS, owner()],
  'admin.users.endSessions': [ADMIN_OF_OTHERS, owner()],
  'admin.users.sendResetLink': [ADMIN_OF_OTHERS, owner()],
  'admin.users.resetTwoFactor': [ADMIN_OF_OTHERS, withId('ownerWithFactor', { reason: 'Lost the phone' })],
  'admin.users.setRole': [ADMIN_OF_OTHERS, owner({ role: 'admin' })],
  'admin.settings.get': [ADMIN],
  'admin.settings.update': [ADMIN, withBody(settings)],
  'admin.paymentMethods.list': [ADMIN],
  'admin.paymentMethods.save': [ADMIN, () => ({ body: { ...payment, name: reference().slice(0, 40) } })],
  'admin.paymentMethods.delete': [ADMIN, withId('methodId')],
  'admin.tickets.list': [ADMIN_OF_OTHERS, ofOwner],
  'admin.tickets.get': [ADMIN_OF_OTHERS, withId('ticketId')],
  'admin.tickets.next': [ADMIN_OF_OTHERS, withId('ticketId')],
  'admin.tickets.reply': [ADMIN_OF_OTHERS, withId('ticketId', { message: 'It is on its way.' })],
  'admin.tickets.close': [ADMIN_OF_OTHERS, withId('ticketId')],
  'admin.notices.list': [ADMIN, withBody({})],
  'admin.notices.create': [ADMIN, withBody(notice)],
  'admin.notices.update': [ADMIN, withId('noticeId', notice)],
  'admin.notices.delete': [ADMIN, withId('noticeId')],
  'admin.savedReplies.list': [ADMIN],
  'admin.savedReplies.save': [ADMIN, () => ({ body: { title: reference(), text: 'Dear {name}.' } })],
  'admin.savedReplies.delete': [ADMIN, withId('savedReplyId')],
  'admin.audit.list': [ADMIN, withBody({})],
  'admin.missing.list': [ADMIN, withBody({})],
  'admin.missing.settle': [ADMIN_OF_OTHERS, withId('missingId', { outcome: 'restored', reason: 'Ordered again' })],
  'admin.jobs.start': [ADMIN_OF_OTHERS, startJob],
  'admin.jobs.get': [ADMIN, withId('jobId')],
  'admin.jobs.list': [ADMIN, withBody({})],
  'admin.jobs.cancel': [ADMIN, withId('jobId')],
  'admin.outgoing.get': [ADMIN],
  'admin.outgoing.release': [ADMIN, withBody({})],
  'admin.backups.last': [ADMIN],
} satisfies Record<string, RoleCase>;

/** Who may call which route, by method and path in the app. */
export const routeTable = {
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

  'GET /exports/orders.csv': [SIGNED_IN],
  'GET /exports/recharges.csv': [SIGNED_IN],
  'GET /exports/statement.csv': [SIGNED_IN],
  'GET /exports/all-orders.csv': [ADMIN],
  'GET /exports/all-recharges.csv': [ADMIN],
  'GET /exports/all-requests.csv': [ADMIN],
  'GET /exports/services.csv': [ADMIN],
  'GET /exports/job.csv': [ADMIN, exportJob],
  'GET /exports/users.csv': [ADMIN_OF_OTHERS],

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
  'GET /assets/page.js': [ANYONE],
  // They accept longer bodies.
  'POST /trpc/orders.checkMany': [SIGNED_IN, checkMany],
  'POST /trpc/orders.placeMany': [SIGNED_IN, placeMany],
  'POST /trpc/admin.services.import': [ADMIN, importServices],
  'POST /trpc/admin.images.upload': [ADMIN, uploadImage],
  'POST /trpc/admin.jobs.start': [ADMIN_OF_OTHERS, startJob],
  'POST /trpc/admin.settings.update': [ADMIN, withBody(settings)],
  '* /trpc/:path': [NO_CALLER, () => ({ params: { path: 'constructor' } })],
} satisfies Record<string, RoleCase>;

export type Procedure = keyof typeof procedureTable;
export type Route = keyof typeof routeTable;
