import { randomUUID } from 'node:crypto';
import { micros } from '../../shared/money.ts';
import { previewHashOf } from '../features/services/priced-services.ts';
import { PANEL_ORIGIN, registerFields } from './app.ts';
import type { TestUser } from './factories.ts';
import { PASSWORD, type Scene } from './role-scene.ts';
import type { Procedure, Route } from './role-table.ts';

/** What is sent beside the caller's token: good enough that only the caller's role decides. */
export interface RoleRequest {
  params?: Record<string, string | number>;
  body?: unknown;
  /** Sends the caller's refresh cookie, as a page of the panel does. */
  withCookie?: boolean;
}

type Requests<Name extends string> = Record<Name, ((scene: Scene) => RoleRequest | Promise<RoleRequest>) | undefined>;

const NEW_PASSWORD = 'another horse battery';
/** The email is the one they have, so that none has to be confirmed. */
const profileOf = (user: TestUser) => ({ name: 'New Name', email: emailOf(user), phone: '01700000001' });
const emailOf = ({ userName }: TestUser) => `${userName}@example.com`;
const login = ({ person }: Scene) => ({ userName: person.userName, password: PASSWORD });
const passwordChange = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
const order = { link: 'https://example.com/post', quantity: 1000 };
const checkMany = async (scene: Scene) => ({ body: { lines: [{ ...order, serviceId: await scene.serviceId() }] } });
const placeMany = async (scene: Scene) => ({ body: { ...(await checkMany(scene)).body, requestId: randomUUID() } });
const importServices = async (scene: Scene) => ({ body: { ...(await scene.previewedFile()), apply: true } });
const uploadImage = async (scene: Scene) => ({ body: { data: await scene.picture() } });
const ticket = { subject: 'My order', message: 'Where is it?' };
const notice = { title: 'Eid', body: 'We rest.', kind: 'banner', level: 'info', dismissible: true };
const reference = () => `TX-${randomUUID()}`;
const service = { name: 'Likes', description: 'Real.', category: 'tiktok', min: 10, max: 99 };
const typedService = { ...service, image: null, priceMicros: 1_000_000, avgTimeHours: 1 };
const olderService = { ...service, price: 1, avgTime: 1 };

const nothing = undefined;
const cookie = () => ({ withCookie: true });

export const procedureRequests: Requests<Procedure> = {
  'auth.register': () => ({ body: registerFields() }),
  'auth.login': (scene) => ({ body: login(scene) }),
  'auth.refresh': cookie,
  'auth.logout': cookie,
  'auth.forgotPassword': ({ owner }) => ({ body: { email: emailOf(owner) } }),
  'auth.resetPassword': async (scene) => ({ body: { token: await scene.resetToken(), password: NEW_PASSWORD } }),
  'auth.confirmEmail': async (scene) => ({ body: { token: await scene.emailToken() } }),
  'auth.me': nothing,
  'auth.profile': nothing,
  'auth.updateProfile': ({ person }) => ({ body: profileOf(person) }),
  'auth.setLanguage': () => ({ body: { language: 'bn' } }),
  'auth.changePassword': () => ({ body: passwordChange }),
  'auth.sessions': nothing,
  'auth.endSession': async (scene) => ({ body: { id: await scene.sessionId() } }),
  'auth.endOtherSessions': () => ({ body: {} }),

  'services.list': () => ({ body: {} }),
  'services.get': async (scene) => ({ body: { id: await scene.serviceId() } }),
  'services.categories': nothing,
  'services.favourites': nothing,
  'services.setFavourite': async (scene) => ({ body: { id: await scene.serviceId(), favourite: true } }),
  'notices.list': nothing,
  'settings.public': nothing,

  'orders.place': async (scene) => ({ body: { ...order, serviceId: await scene.serviceId() } }),
  'orders.checkMany': checkMany,
  'orders.placeMany': placeMany,
  'orders.list': () => ({ body: {} }),
  'orders.get': async (scene) => ({ body: { id: await scene.orderId() } }),
  'balance.get': nothing,
  'balance.methods': nothing,
  'balance.requestRecharge': async (scene) => ({
    body: { method: await scene.methodName(), amountNanos: 10_000_000_000, reference: reference() },
  }),
  'balance.recharges': () => ({ body: {} }),
  'balance.recharge': async (scene) => ({ body: { id: await scene.rechargeId() } }),
  'balance.statement': () => ({ body: {} }),
  'balance.statementSums': () => ({ body: {} }),
  'stats.mine': nothing,
  'live.changes': nothing,

  'tickets.open': async (scene) => ({ body: { ...ticket, orderId: await scene.orderId() } }),
  'tickets.list': () => ({ body: {} }),
  'tickets.get': async (scene) => ({ body: { id: await scene.ticketId() } }),
  'tickets.reply': async (scene) => ({ body: { id: await scene.ticketId(), message: 'And now?' } }),
  'tickets.close': async (scene) => ({ body: { id: await scene.ticketId() } }),
  'tickets.reopen': async (scene) => ({ body: { id: await scene.ticketId() } }),

  'admin.stats': nothing,
  'admin.services.list': () => ({ body: {} }),
  'admin.services.get': async (scene) => ({ body: { id: await scene.serviceId() } }),
  'admin.money': () => ({ body: { days: 7 } }),
  'admin.services.slow': nothing,
  'admin.services.create': () => ({ body: typedService }),
  'admin.services.update': async (scene) => ({ body: { ...typedService, id: await scene.serviceId() } }),
  'admin.services.delete': async (scene) => ({ body: { id: await scene.serviceId() } }),
  'admin.services.import': importServices,
  'admin.services.setHidden': async (scene) => ({ body: { id: await scene.serviceId(), hidden: true } }),
  'admin.services.reorder': async (scene) => ({
    body: { id: await scene.serviceId(), before: await scene.serviceId() },
  }),
  'admin.services.resetOrder': () => ({ body: { category: 'instagram' } }),
  'admin.services.previewPrices': () => ({ body: { category: 'tiktok', percentHundredths: 1_000, stepMicros: 1 } }),
  'admin.services.changePrices': async (scene) => {
    const id = await scene.serviceId();
    const previewHash = previewHashOf([{ id, fromMicros: micros(1_000_000), toMicros: micros(1_100_000) }]);
    return { body: { ids: [id], percentHundredths: 1_000, stepMicros: 1, previewHash } };
  },
  'admin.images.upload': uploadImage,
  'admin.orders.list': ({ owner }) => ({ body: { userId: owner.id } }),
  'admin.orders.count': ({ owner }) => ({ body: { userId: owner.id } }),
  'admin.orders.matching': ({ owner }) => ({ body: { userId: owner.id } }),
  'admin.orders.get': async (scene) => ({ body: { id: await scene.orderId() } }),
  'admin.orders.decide': async (scene) => ({ body: { id: await scene.orderId(), decision: 'complete' } }),
  'admin.recharges.list': ({ owner }) => ({ body: { userId: owner.id } }),
  'admin.recharges.count': ({ owner }) => ({ body: { userId: owner.id } }),
  'admin.recharges.matching': ({ owner }) => ({ body: { userId: owner.id } }),
  'admin.desk.counts': nothing,
  'admin.desk.choices': nothing,
  'admin.recharges.get': async (scene) => ({ body: { id: await scene.rechargeId() } }),
  'admin.recharges.sameReference': async (scene) => ({ body: { id: await scene.rechargeId() } }),
  'admin.recharges.reverse': async (scene) => ({
    body: { id: await scene.approvedRechargeId(), reason: 'Never arrived' },
  }),
  'admin.recharges.decide': async (scene) => ({ body: { id: await scene.rechargeId(), decision: 'approve' } }),
  'admin.users.list': () => ({ body: {} }),
  'admin.users.get': ({ owner }) => ({ body: { id: owner.id } }),
  'admin.users.setBlocked': ({ owner }) => ({ body: { id: owner.id, blocked: true } }),
  'admin.users.giveBalance': ({ owner }) => ({ body: { id: owner.id, amountNanos: 1_000_000_000 } }),
  'admin.users.statement': ({ owner }) => ({ body: { id: owner.id } }),
  'admin.users.sessions': ({ owner }) => ({ body: { id: owner.id } }),
  'admin.users.endSessions': ({ owner }) => ({ body: { id: owner.id } }),
  'admin.users.sendResetLink': ({ owner }) => ({ body: { id: owner.id } }),
  'admin.users.setRole': ({ owner }) => ({ body: { id: owner.id, role: 'admin' } }),
  'admin.settings.get': nothing,
  'admin.settings.update': () => ({
    body: {
      ratePaisa: 12_600,
      feeBasisPoints: 185,
      chatUrl: null,
      videoUrls: [],
      servicesOffset: 0,
      ordersOffset: 0,
      usersOffset: 0,
    },
  }),
  'admin.paymentMethods.list': nothing,
  'admin.paymentMethods.save': () => ({
    body: {
      name: reference().slice(0, 40),
      kind: 'mobile',
      ussdCode: null,
      recipient: '01700000000',
      stepsBn: [],
      stepsEn: [],
      logo: null,
      active: true,
      position: 1,
    },
  }),
  'admin.paymentMethods.delete': async (scene) => ({ body: { id: await scene.methodId() } }),
  'admin.tickets.list': ({ owner }) => ({ body: { userId: owner.id } }),
  'admin.tickets.get': async (scene) => ({ body: { id: await scene.ticketId() } }),
  'admin.tickets.reply': async (scene) => ({ body: { id: await scene.ticketId(), message: 'It is on its way.' } }),
  'admin.tickets.close': async (scene) => ({ body: { id: await scene.ticketId() } }),
  'admin.savedReplies.list': nothing,
  'admin.savedReplies.save': () => ({ body: { title: reference(), text: 'Dear {name}.' } }),
  'admin.savedReplies.delete': async (scene) => ({ body: { id: await scene.savedReplyId() } }),
  'admin.notices.list': () => ({ body: {} }),
  'admin.notices.create': () => ({ body: notice }),
  'admin.notices.update': async (scene) => ({ body: { ...notice, id: await scene.noticeId() } }),
  'admin.notices.delete': async (scene) => ({ body: { id: await scene.noticeId() } }),
  'admin.audit.list': () => ({ body: {} }),
};

export const routeRequests: Requests<Route> = {
  'POST /api/v1/user/login': (scene) => ({ body: login(scene) }),
  'POST /api/v1/user/register': () => ({ body: registerFields() }),
  'POST /refresh': cookie,
  'POST /api/v1/user/forgotPassword': ({ owner }) => ({ body: { email: emailOf(owner) } }),
  'POST /api/v1/user/resetPassword/:token': async (scene) => ({
    params: { token: await scene.resetToken() },
    body: { password: NEW_PASSWORD },
  }),
  'GET /api/v1/user/profile': nothing,
  // An admin may name another user to block them; for everybody else the id has to be their own.
  'PUT /api/v1/user/update': ({ owner }) => ({
    body: { ...profileOf(owner), id: String(owner.id), isDeleted: true },
  }),
  'PUT /api/v1/user/changePassword': () => ({ body: passwordChange }),
  'GET /api/v1/user/getAll': nothing,

  'GET /api/v1/service/getAll': nothing,
  'POST /api/v1/service/create': () => ({ body: olderService }),
  'PUT /api/v1/service/update/:id': async (scene) => ({ params: { id: await scene.serviceId() }, body: olderService }),
  'DELETE /api/v1/service/delete/:id': async (scene) => ({ params: { id: await scene.serviceId() } }),
  'POST /api/v1/service/buy/:id': async (scene) => ({ params: { id: await scene.serviceId() }, body: order }),
  'GET /api/v1/service/getAllOrders': nothing,
  'GET /api/v1/service/getServiceByUserId': nothing,
  'PUT /api/v1/service/approve/:id': async (scene) => ({
    params: { id: await scene.orderId() },
    body: { status: 'done' },
  }),

  'POST /api/v1/balance/addBalance': async (scene) => ({
    body: { paymentMethod: await scene.methodName(), amount: 10, reference: reference() },
  }),
  'GET /api/v1/balance/getByUserId': nothing,
  'GET /api/v1/balance/getAll': nothing,
  'PUT /api/v1/balance/update/:id': async (scene) => ({
    params: { id: await scene.rechargeId() },
    body: { status: 'approved' },
  }),
  'PUT /api/v1/balance/giveBalanceByAdmin/:id': ({ owner }) => ({ params: { id: owner.id }, body: { amount: 1 } }),

  'GET /exports/orders.csv': nothing,
  'GET /exports/recharges.csv': nothing,
  'GET /exports/statement.csv': nothing,
  'GET /exports/all-orders.csv': nothing,
  'GET /exports/all-recharges.csv': nothing,
  'GET /exports/services.csv': nothing,
  'GET /exports/users.csv': nothing,
  'GET /images/:file': async (scene) => ({ params: { file: await scene.imageFile() } }),

  'GET /livez': nothing,
  'GET /readyz': nothing,
  'GET /metrics': nothing,
  'GET /api/openapi.json': nothing,
  'GET /api/docs': nothing,
  'GET /api/docs/show.js': nothing,
  'GET /api/docs/swagger-ui.css': nothing,
  'GET /api/docs/swagger-ui-bundle.js': nothing,
  'GET /*': nothing,
  'GET /assets/page.js': nothing,
  'POST /trpc/orders.checkMany': checkMany,
  'POST /trpc/orders.placeMany': placeMany,
  'POST /trpc/admin.services.import': importServices,
  'POST /trpc/admin.images.upload': uploadImage,
  '* /trpc/:path': () => ({ params: { path: 'constructor' } }),
};

/** Headers of a call that carries the refresh cookie. */
export function cookieHeaders(cookieOfCaller: string | undefined): Record<string, string> {
  return { origin: PANEL_ORIGIN, ...(cookieOfCaller && { cookie: cookieOfCaller }) };
}
