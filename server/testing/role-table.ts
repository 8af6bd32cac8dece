import { randomUUID } from 'node:crypto';
import { micros } from '#shared/money.ts';
import { changeHashOf } from '../features/services/change-services.ts';
import { previewHashOf } from '../features/services/priced-services.ts';
import { registerFields } from './app.ts';
import { listProcedures } from './inventory.ts';
import { startJob } from './job-requests.ts';
import {
  ADMIN,
  ADMIN_OF_OTHERS,
  ANYONE,
  BY_MAIL,
  LOGIN,
  OWNER,
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
  notice,
  ofOwner,
  ofStartable,
  ofSupplier,
  owner,
  passwordChange,
  payment,
  placeMany,
  placeOne,
  profileOf,
  type RoleCase,
  reference,
  reportedDays,
  resetFor,
  settings,
  statement,
  supplier,
  ticket,
  toFile,
  typedService,
  uploadImage,
  withBody,
  withId,
  withRecoveryCode,
  wording,
} from './role-requests.ts';
import { PASSWORD } from './role-scene.ts';

/** Who may call which procedure. A test compares the names with the app. */
const written = {
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
  'links.read': [ANYONE, withBody({ text: '@shop' })],
  'references.read': [ANYONE, withBody({ text: 'TRX12345', method: 'Bkash' })],
  'services.favourites': [SIGNED_IN],
  'services.setFavourite': [SIGNED_IN, withId('serviceId', { favourite: true })],
  'notices.list': [ANYONE],
  'settings.public': [ANYONE],
  'stats.shop': [ANYONE],
  'balance.methodNames': [ANYONE],
  'settings.pageTexts': [ANYONE, withBody({ language: 'en' })],

  'orders.place': [SIGNED_IN, placeOne],
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
  'balance.requestRecharge': [SIGNED_IN, askRecharge],
  'balance.begin': [SIGNED_IN, beginRecharge],
  'balance.begun': [SIGNED_IN],
  'balance.drop': [SIGNED_IN],
  'balance.callBack': [OWNER, withId('waitedForRechargeId')],
  'balance.correctReference': [
    OWNER,
    async (scene) => ({ body: { id: await scene.rechargeId(), reference: reference() } }),
  ],
  'balance.tellPayer': [OWNER, withId('rechargeId', { payer: 'own' })],
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

  'keys.list': [SIGNED_IN],
  'keys.create': [SIGNED_IN, withBody({ name: 'Script', scopes: ['read'] })],
  // Only one's own keys, also for an admin.
  'keys.calls': [OWNER, withId('keyId')],
  'keys.roll': [OWNER, withId('keyId')],
  'keys.revoke': [OWNER, withId('keyId')],
  'keys.revokeAll': [SIGNED_IN, withBody({})],
  // Only one's own webhooks, also for an admin.
  'webhooks.list': [SIGNED_IN],
  'webhooks.create': [SIGNED_IN, withBody({ url: 'https://example.com/hook', events: ['order.changed'] })],
  'webhooks.update': [OWNER, withId('webhookId', { enabled: false })],
  'webhooks.rollSecret': [OWNER, withId('webhookId')],
  'webhooks.delete': [OWNER, withId('webhookId')],
  'webhooks.test': [OWNER, withId('webhookId')],
  'webhooks.deliveries': [OWNER, withId('webhookId')],
  'webhooks.replay': [
    OWNER,
    async (scene) => {
      const { webhookId: id, deliveryId } = await scene.webhookWithDelivery();
      return { body: { id, deliveryId } };
    },
  ],

  'admin.services.get': [ADMIN, withId('serviceId')],
  'admin.money': [ADMIN, withBody({ days: 7 })],
  'admin.comparison': [ADMIN, withBody({ days: 7 })],
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
  'admin.services.prices': [ADMIN, withId('serviceId')],
  'admin.services.sources': [ADMIN, withId('serviceId')],
  'admin.services.setSources': [
    ADMIN,
    async (scene) => {
      const { id, supplierId } = await scene.sourced();
      return { body: { id, sources: [{ supplierId, externalId: '102' }] } };
    },
  ],
  'admin.services.pauseSource': [ADMIN, async (scene) => ({ body: await scene.sourced() })],
  'admin.services.resumeSource': [ADMIN, async (scene) => ({ body: await scene.sourced({ paused: true }) })],
  'admin.services.setPriceRule': [ADMIN, async (scene) => ({ body: { id: (await scene.sourced()).id, byRule: true } })],
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
  'admin.settings.update': [ADMIN, withBody(settings)],
  'admin.paymentMethods.save': [ADMIN, () => ({ body: { ...payment, name: reference().slice(0, 40) } })],
  'admin.paymentMethods.delete': [ADMIN, withId('methodId')],
  'admin.tickets.list': [ADMIN_OF_OTHERS, ofOwner],
  'admin.tickets.get': [ADMIN_OF_OTHERS, withId('ticketId')],
  'admin.tickets.next': [ADMIN_OF_OTHERS, withId('ticketId')],
  'admin.tickets.reply': [ADMIN_OF_OTHERS, withId('ticketId', { message: 'It is on its way.' })],
  'admin.tickets.close': [ADMIN_OF_OTHERS, withId('ticketId')],
  'admin.notices.create': [ADMIN, withBody(notice)],
  'admin.notices.update': [ADMIN, withId('noticeId', notice)],
  'admin.notices.delete': [ADMIN, withId('noticeId')],
  'admin.savedReplies.save': [ADMIN, () => ({ body: { title: reference(), text: 'Dear {name}.' } })],
  'admin.savedReplies.delete': [ADMIN, withId('savedReplyId')],
  'admin.alarms.save': [ADMIN, withBody({ telegram: { token: '123:AA', chatId: '42' } })],
  'admin.alarms.test': [ADMIN],
  'admin.setAside.tryAgain': [ADMIN, withId('setAsideMailId', { kind: 'mail' })],
  'admin.missing.settle': [ADMIN_OF_OTHERS, withId('missingId', { outcome: 'restored', reason: 'Ordered again' })],
  'admin.devices.create': [ADMIN, async (scene) => ({ body: { name: 'Phone', methods: [await scene.methodName()] } })],
  'admin.devices.revoke': [ADMIN, withId('deviceId')],
  'admin.evidence.tryWording': [ADMIN, wording],
  'admin.evidence.saveWording': [ADMIN, wording],
  'admin.evidence.setAutomatic': [
    ADMIN,
    async (scene) => ({ body: { method: await scene.automaticMethodName(), on: false } }),
  ],
  'admin.evidence.balanceIsRight': [ADMIN, withId('heldMessageId')],
  'admin.evidence.mapping': [ADMIN, withBody({ provider: 'bkash' })],
  'admin.evidence.import': [ADMIN, statement],
  'admin.suppliers.get': [ADMIN, withId('supplierId')],
  'admin.suppliers.save': [ADMIN, () => ({ body: { ...supplier, name: reference() } })],
  'admin.suppliers.test': [ADMIN, withId('supplierId')],
  'admin.suppliers.stop': [ADMIN, withId('supplierId')],
  'admin.suppliers.resume': [ADMIN, withId('stoppedSupplierId')],
  'admin.suppliers.calls': [ADMIN, withId('supplierId')],
  'admin.suppliers.entries': [ADMIN, withId('supplierId')],
  'admin.suppliers.quality': [ADMIN, ofSupplier],
  'admin.suppliers.payIn': [ADMIN, withId('supplierId', { amount: '12.5' })],
  'admin.suppliers.setStatusWords': [ADMIN, withBody({ words: [{ word: 'delivered', meaning: 'completed' }] })],
  'admin.suppliers.setRefusalWords': [
    ADMIN,
    withBody({ words: [{ text: 'went wrong', meaning: 'may_be_bought', supplierId: null }] }),
  ],
  'admin.forwards.countByWords': [ADMIN, withBody({ text: 'went wrong', supplierId: null })],
  'admin.forwards.refresh': [ADMIN_OF_OTHERS, withId('flaggedForwardId')],
  'admin.forwards.resolve': [ADMIN_OF_OTHERS, withId('flaggedForwardId', { reason: 'They keep a fee' })],
  'admin.forwards.correctCost': [
    ADMIN_OF_OTHERS,
    withId('flaggedForwardId', { cost: '0.8', reason: 'They keep a fee' }),
  ],
  'admin.forwards.get': [ADMIN, withId('flaggedForwardId')],
  'admin.forwards.settle': [ADMIN_OF_OTHERS, withId('unknownForwardId', { outcome: 'not_bought' })],
  'admin.forwards.estimate': [ADMIN, ofStartable],
  'admin.forwards.start': [ADMIN_OF_OTHERS, ofStartable],
  'admin.suppliers.fetch': [ADMIN, withId('supplierId')],
  'admin.suppliers.proposal': [ADMIN, withId('supplierId')],
  'admin.suppliers.accept': [
    ADMIN,
    async (scene) => ({ body: { id: (await scene.sourced()).supplierId, lines: ['102'] } }),
  ],
  'admin.suppliers.setRules': [ADMIN, withBody({ marginPercent: 33 })],
  'admin.suppliers.setCategoryWords': [ADMIN, withBody({ words: [{ word: 'likes', category: 'tiktok' }] })],
  'admin.reports.profit': [ADMIN, withBody(reportedDays)],
  'admin.jobs.start': [ADMIN_OF_OTHERS, startJob],
  'admin.jobs.get': [ADMIN, withId('jobId')],
  'admin.jobs.cancel': [ADMIN, withId('jobId')],
  'admin.outgoing.release': [ADMIN, withBody({})],
} satisfies Record<string, RoleCase>;

export type Procedure = keyof typeof written;

/** A reading procedure of admins that needs no input has no row. */
const others = listProcedures()
  .filter(({ path, type }) => type === 'query' && path.startsWith('admin.') && !Object.hasOwn(written, path))
  .map(({ path, input }): [string, RoleCase] => [
    path,
    [ADMIN, withBody(input?.safeParse({}).success ? {} : undefined)],
  ]);

export const procedureTable: Record<Procedure, RoleCase> = { ...Object.fromEntries(others), ...written };
