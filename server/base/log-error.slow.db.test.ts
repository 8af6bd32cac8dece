import { desc, eq, getTableName, is, type SQL, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { paymentDevices } from '#db/schema/evidence.ts';
import * as tablesOfSchema from '#db/schema/index.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { services } from '#db/schema/services.ts';
import { sessions } from '#db/schema/sessions.ts';
import { automaticMethods } from '#db/schema/settings.ts';
import type { PreviewPricesInput } from '#shared/admin-services.ts';
import type { PreviewManyInput } from '#shared/change-services.ts';
import { calls } from '../api/rest/calls.ts';
import { closeTicket } from '../features/tickets/close-ticket.ts';
import { PANEL_ORIGIN, type SignedInUser, testApp } from '../testing/app.ts';
import { makeBought, makeUnknown } from '../testing/bought-orders.ts';
import { makeCategory } from '../testing/categories.ts';
import { watchTables } from '../testing/changed-tables.ts';
import { makeDevice, makeHeldMessage } from '../testing/devices.ts';
import {
  dollars,
  giveMoney,
  makeAskableOrder,
  makeJob,
  makeMissing,
  makeNotice,
  makeOrder,
  makePaymentMethod,
  makeRecharge,
  makeRequest,
  makeSavedReply,
  makeService,
  makeSetAside,
  makeStoredWebhook,
  makeThenOrder,
  makeTicket,
} from '../testing/factories.ts';
import { addressOf, listProcedures, validCallInput, validInput } from '../testing/inventory.ts';
import { makeKey } from '../testing/keys.ts';
import { beginFor, totpCode, turnOnFor } from '../testing/second-factor.ts';
import { makeSource, makeSupplier, NO_SUPPLIER, STOPPED } from '../testing/suppliers.ts';
import type { Passwords } from './identity/passwords.ts';
import { pauseOutgoing } from './queue/pause-outgoing.ts';

const lines: string[] = [];

/** Part of every hash, token and text that a call sends or writes, so that one search finds any of them in the log. */
const CANARY = 'canary';
const hasher = { hash: async () => `$argon2id$${CANARY}`, verify: async () => true };
const passwords: Passwords = { ...hasher, runQueued: (_caller, work) => work(hasher), isOutdated: () => false };

const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const app = await testApp({ passwords, app: { logger }, env: { PASSWORD_RESETS_PER_HOUR: '1000000' } });
await app.db.execute(sql`
  create function fail_with_row() returns trigger language plpgsql as $$
  begin
    raise exception 'refused the row %', coalesce(new, old) using detail = format('Key (row)=(%s)', coalesce(new, old));
  end $$`);

const mutations = listProcedures().filter(({ type }) => type === 'mutation');
const writingCalls = calls.filter(({ method }) => method !== 'GET');
/** The mutations and the errors they met: `auth.register: row of users`. */
const failed = new Set<string>();

const tables = Object.values(tablesOfSchema)
  .filter((each) => is(each, PgTable))
  .map((table) => getTableName(table));

test('no value is logged if nothing fails', async () => {
  await tryEverything();
});

test.each(tables)('no value is logged if a row of %s is refused', async (table) => {
  if (toRefuse.has(table)) await refuseRowsOf(table);
});

/** Tables whose rows are still to be refused. */
const toRefuse = new Set<string>(tables);
const watched = await watchTables(app.db, tables);
/** How often each table's rows were refused. */
const runsOf = new Map<string, number>();
const MOST_RUNS = 2;
/** The calls of which a row was refused, also if they succeeded all the same. */
const refused = new Set<string>();
/** The tables of which each call tried to change rows, in any run. */
const changes = new Map<string, Set<string>>();

/**
 * Each run makes every call, so it refuses the rows of many tables: of no two that the same call changes, because the first refusal hides
 * the second. A table is refused again for the calls that turn out to change it, but did not try so in its run.
 */
async function refuseRowsOf(table: string): Promise<void> {
  const group = [table];
  for (const other of toRefuse) {
    const changers = [...changes.values()].filter((changed) => changed.has(other));
    if (other !== table && !changers.some((changed) => group.some((each) => changed.has(each)))) group.push(other);
  }
  for (const each of group) {
    toRefuse.delete(each);
    runsOf.set(each, (runsOf.get(each) ?? 0) + 1);
  }
  await tryEverything({
    tables: group,
    begin: group.map(
      (each) =>
        sql`create trigger fail before insert or update or delete on ${sql.identifier(each)} for each row execute function fail_with_row()`,
    ),
    end: group.map((each) => sql`drop trigger fail on ${sql.identifier(each)}`),
  });
  for (const [call, changed] of changes)
    for (const each of changed)
      if (!refused.has(`${call}: row of ${each}`) && (runsOf.get(each) ?? 0) < MOST_RUNS) toRefuse.add(each);
}

/** Some at a time, because each run makes every call. */
const READ_TOGETHER = 4;
const groups = tables.flatMap((_, at) => (at % READ_TOGETHER === 0 ? [tables.slice(at, at + READ_TOGETHER)] : []));

test.each(groups.map((group) => [group]))("no sent value is logged if %s can't be read", async (group) => {
  const renamed = (from: string, to: string) =>
    sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`;
  await tryEverything({
    begin: group.map((table) => renamed(table, `${table}_away`)),
    end: group.map((table) => renamed(`${table}_away`, table)),
  });
});

test('each mutation of both APIs has met such an error, and those that write secrets met it at the secret', async () => {
  for (const table of toRefuse) await refuseRowsOf(table);
  const names = [...mutations.map(({ path }) => path), ...writingCalls.map(({ method, path }) => `${method} ${path}`)];
  const met = [...failed];
  expect(names.filter((name) => !met.some((each) => each.startsWith(`${name}: row of `)))).toEqual([]);
  expect(met).toEqual(
    expect.arrayContaining([
      'auth.register: row of users',
      'auth.login: row of refresh_tokens',
      'auth.forgotPassword: row of mail_outbox',
      'auth.resetPassword: row of users',
      'auth.loginWasNotMe: row of users',
      'auth.changePassword: row of users',
      'auth.twoFactor.begin: row of second_factors',
      'auth.twoFactor.confirm: row of recovery_codes',
      'auth.twoFactor.disable: row of recovery_codes',
      'auth.twoFactor.recoveryCodes: row of recovery_codes',
      'auth.reauthenticate: row of sessions',
      'orders.place: row of orders',
      'POST /api/v1/service/buy/{id}: row of orders',
    ]),
  );
});

interface Fault {
  /** The tables whose rows are refused. */
  tables?: string[];
  begin: SQL[];
  end: SQL[];
}

/** Makes every call through both APIs, during a fault if one is given, and searches the log afterwards. */
async function tryEverything({ tables: refusing = [], begin, end }: Fault = { begin: [], end: [] }): Promise<void> {
  const scene = await makeScene();
  const prepared = await prepareCalls(scene);
  lines.length = 0;
  await watched.since();
  for (const each of begin) await app.db.execute(each);
  try {
    for (const { name, address, request } of prepared) {
      const { status } = await fetch(app.url + address, request);
      const changed = await watched.since();
      changes.set(name, new Set([...changed, ...(changes.get(name) ?? [])]));
      for (const table of refusing.filter((each) => changed.has(each))) {
        refused.add(`${name}: row of ${table}`);
        if (status === 500) failed.add(`${name}: row of ${table}`);
      }
    }
  } finally {
    for (const each of end) await app.db.execute(each);
  }
  expect(lines.length).toBeGreaterThan(0);
  const secrets = new RegExp(
    [
      CANARY,
      'argon2',
      'reset-password/',
      'confirm-email/',
      'not-me/',
      scene.resetToken,
      scene.emailToken,
      scene.alertToken,
      ...scene.recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]),
      // An encrypted secret.
      'v1\\.[\\w-]{12}\\.',
      '"params"',
      '"detail"',
    ].join('|'),
    'i',
  );
  expect(lines.filter((line) => secrets.test(line))).toEqual([]);
}

interface PreparedCall {
  name: string;
  address: string;
  request: RequestInit;
}

/** Every mutation and every writing call of the REST API, with signed-in callers. */
async function prepareCalls(scene: Scene): Promise<PreparedCall[]> {
  const prepared: PreparedCall[] = [];
  for (const { path, input } of mutations) {
    const body = JSON.stringify(plant(path, validInput({ path, input }), scene, input) ?? {});
    const headers = headersOf(await callerOf(path, path.startsWith('admin.'), scene));
    prepared.push({ name: path, address: `/trpc/${path}`, request: { method: 'POST', headers, body } });
  }
  for (const call of writingCalls) {
    const name = `${call.method} ${call.path}`;
    const input = validCallInput(call);
    const params = plant(name, input.params, scene, call.params) as Record<string, unknown> | undefined;
    const body = call.body && JSON.stringify(plant(name, input.body, scene, call.body));
    const { 'content-type': type, ...others } = headersOf(await callerOf(name, call.access === 'admin', scene));
    const headers = body ? { 'content-type': type, ...others } : others;
    prepared.push({ name, address: addressOf(call, { params }), request: { method: call.method, headers, body } });
  }
  return prepared;
}

interface Scene {
  admin: SignedInUser;
  /** Places orders, requests recharges and so on. */
  caller: SignedInUser;
  /** The customer whose order and recharge wait for an admin's decision. */
  customer: SignedInUser;
  orderId: number;
  /** Of the caller, who can ask for everything. */
  askableOrderId: number;
  /** A pending cancel. */
  requestId: number;
  /** It waits for its first row. */
  jobId: number;
  missingId: number;
  setAsideMailId: number;
  supplierId: number;
  stoppedSupplierId: number;
  boughtForwardId: number;
  unknownForwardId: number;
  deviceId: number;
  categoryId: number;
  otherCategoryId: number;
  heldMessageId: number;
  rechargeId: number;
  approvedRechargeId: number;
  /** Of the caller, who has begun another one. An order waits for it. */
  waitedForRechargeId: number;
  serviceId: number;
  /** No other call deletes it. */
  boughtServiceId: number;
  /** With a source, `101` of the supplier. */
  sourcedServiceId: number;
  /** In the same category, with the previews of a price change and of another change. */
  otherServiceId: number;
  previewHash: string;
  manyHash: string;
  method: string;
  methodId: number;
  /** The caller's own tickets: one open and one closed. */
  ticketId: number;
  closedTicketId: number;
  noticeId: number;
  savedReplyId: number;
  /** The caller's own. */
  keyId: number;
  webhookId: number;
  deliveryId: number;
  deletedWebhookId: number;
  resetToken: string;
  emailToken: string;
  /** Of a third user. */
  alertToken: string;
  /** Another session of the caller. */
  otherSessionId: string;
  /** Has begun a second factor, and has a code for it. */
  beginner: SignedInUser;
  firstCode: string;
  /** Has a second factor, with these recovery codes. */
  enrolled: SignedInUser;
  recoveryCodes: string[];
}

/** An admin, a customer who calls, a customer whose requests admins decide, and their rows. */
async function makeScene() {
  const { db } = app;
  const [admin, caller, customer] = [await app.createAdminUser(), await makeCanary(), await makeCanary()];
  const asTestUser = {
    id: customer.user.id,
    userName: customer.user.userName,
    actor: { id: customer.user.id, role: 'user' },
  } as const;
  for (const { user } of [caller, customer]) await giveMoney(db, user.id, dollars(20));
  const [{ id: serviceId }, { id: methodId, name: method }] = [await makeService(db), await makePaymentMethod(db)];
  const order = await makeOrder(db, asTestUser, { serviceId });
  const { id: requestId } = await makeRequest(db, asTestUser);
  const recharge = await makeRecharge(db, asTestUser, { method });
  const approved = await makeRecharge(db, asTestUser, { method });
  const asAdmin = { headers: headersOf(admin) };
  await app.post('admin.recharges.decide', { id: approved.id, decision: 'approve' }, asAdmin);
  const [{ id: otherServiceId }, { id: boughtServiceId }] = [await makeService(db), await makeService(db)];
  const { previewHash } = await admin.client.admin.services.previewPrices.query({
    ...(validInput(procedureAt('admin.services.previewPrices')) as PreviewPricesInput),
    ids: [otherServiceId],
  });
  const many = await admin.client.admin.services.previewMany.query({
    ...(validInput(procedureAt('admin.services.previewMany')) as PreviewManyInput),
    ids: [otherServiceId],
  });
  const asCaller = { ...caller.user, actor: { id: caller.user.id, role: 'user' } } as const;
  const waitedFor = await makeRecharge(db, asCaller, { method, thenOrder: await makeThenOrder(db) });
  await caller.client.balance.begin.mutate({ method, amountNanos: dollars(1) });
  const { id: askableOrderId, serviceId: sourcedLaterId } = await makeAskableOrder(db, asCaller);
  // An older order, which can be forwarded by hand.
  await db.update(services).set({ forwarded: true }).where(eq(services.id, sourcedLaterId));
  const [ticket, closedTicket] = [await makeTicket(app.deps, asCaller), await makeTicket(app.deps, asCaller)];
  await closeTicket(app.deps, asCaller.actor, closedTicket);
  const notice = await makeNotice(db);
  const { id: savedReplyId } = await makeSavedReply(db);
  const { id: keyId } = await makeKey(app, asCaller);
  const { webhookId, deliveryId } = await makeStoredWebhook(db, asCaller);
  const { webhookId: deletedWebhookId } = await makeStoredWebhook(db, asCaller);
  await app.post('auth.forgotPassword', { email: customer.user.email });
  const resetToken = await tokenMailedFor('reset-password');
  const { userName, id: callerId } = caller.user;
  await app.post('auth.login', { userName, password: caller.password });
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, callerId))
    .orderBy(desc(sessions.id));
  const third = await makeCanary();
  await app.post('auth.login', { userName: third.user.userName, password: third.password });
  const alertToken = await tokenMailedFor('not-me');
  const { name, phone } = customer.user;
  const email = `new-${customer.user.email}`;
  const headers = { authorization: `Bearer ${customer.accessToken}` };
  await app.post('auth.updateProfile', { name, phone, email, currentPassword: customer.password }, { headers });
  const emailToken = await tokenMailedFor('confirm-email');
  const asTestAdmin = { ...admin.user, actor: { id: admin.user.id, role: 'admin' } } as const;
  const { id: jobId } = await makeJob(app.deps, asTestAdmin);
  const { id: missingId } = await makeMissing(db, asTestUser);
  const { id: setAsideMailId } = await makeSetAside(db);
  await pauseOutgoing(db, 'Restored from a backup');
  const { id: supplierId } = await makeSupplier(db, app.deps.secrets, NO_SUPPLIER, { listedAt: new Date() });
  const { id: sourcedServiceId, type } = await makeService(db);
  const source = { pausedReason: 'refused', pausedAt: new Date() } as const;
  await makeSource(db, { id: sourcedServiceId, type }, { id: supplierId }, { source });
  const { id: stoppedSupplierId } = await makeSupplier(db, app.deps.secrets, NO_SUPPLIER, STOPPED);
  const supplier = await makeSupplier(db, app.deps.secrets, NO_SUPPLIER);
  const { id: boughtForwardId } = await makeBought(
    db,
    { customer: asCaller, supplier },
    { forward: { flag: 'money_back', flaggedAt: new Date() } },
  );
  const { id: unknownForwardId } = await makeUnknown(db, { customer: asCaller, supplier });
  // A shop has few of them.
  await db.update(paymentDevices).set({ revokedAt: sql`now()` });
  const { id: deviceId } = await makeDevice(app.deps, asTestAdmin);
  const heldMessageId = await makeHeldMessage(db);
  await db.insert(automaticMethods).values({ methodId });
  const [beginner, enrolled] = [await makeCanary(), await makeCanary()];
  const firstCode = totpCode(await beginFor(app, beginner.user));
  const recoveryCodes = await turnOnFor(app, enrolled.user);
  await db.update(sessions).set({ reauthenticatedAt: sql`now()` }).where(eq(sessions.userId, admin.user.id));
  return {
    admin,
    caller,
    customer,
    ...{ beginner, firstCode, enrolled, recoveryCodes },
    orderId: order.id,
    askableOrderId,
    requestId,
    jobId,
    missingId,
    setAsideMailId,
    supplierId,
    stoppedSupplierId,
    boughtForwardId,
    unknownForwardId,
    deviceId,
    categoryId: (await makeCategory(app.db)).id,
    otherCategoryId: (await makeCategory(app.db)).id,
    heldMessageId,
    rechargeId: recharge.id,
    approvedRechargeId: approved.id,
    waitedForRechargeId: waitedFor.id,
    serviceId,
    boughtServiceId,
    sourcedServiceId,
    otherServiceId,
    previewHash,
    manyHash: many.previewHash,
    method,
    methodId,
    ticketId: ticket.id,
    closedTicketId: closedTicket.id,
    noticeId: notice.id,
    savedReplyId,
    ...{ keyId, webhookId, deliveryId, deletedWebhookId },
    resetToken,
    emailToken,
    alertToken,
    otherSessionId: session?.id ?? '',
  };
}

function procedureAt(path: string) {
  const procedure = listProcedures().find((each) => each.path === path);
  if (!procedure) throw new Error(`there is no ${path}`);
  return procedure;
}

/** The token in the newest mail with a link to this page. */
async function tokenMailedFor(page: 'reset-password' | 'confirm-email' | 'not-me'): Promise<string> {
  const mails = await app.db.select({ body: mailOutbox.body }).from(mailOutbox).orderBy(desc(mailOutbox.id)).limit(5);
  const tokens = mails.flatMap(({ body }) => new RegExp(`/${page}/(\\S+)`).exec(body)?.[1] ?? []);
  if (!tokens[0]) throw new Error(`no mail leads to ${page}`);
  return tokens[0];
}

/** One of the calls blocks the scene's customer, and others end their own session. */
async function callerOf(name: string, isAdmin: boolean, scene: Scene): Promise<SignedInUser> {
  const { admin, caller } = scene;
  if (isAdmin) return admin;
  if (name.startsWith('webhooks.')) return caller;
  if (name.endsWith('twoFactor.confirm')) return scene.beginner;
  if (/twoFactor\.(disable|recoveryCodes)/.test(name)) return scene.enrolled;
  return /logout|refresh|password|update/i.test(name) ? makeCanary() : caller;
}

let canaries = 0;
function makeCanary(): Promise<SignedInUser> {
  const userName = `${CANARY}${++canaries}`;
  const password = `${CANARY} password`;
  return app.registerUser({
    userName,
    name: 'Canary',
    email: `${userName}@example.com`,
    password,
    confirmPassword: password,
  });
}

function headersOf({ accessToken, cookie }: SignedInUser) {
  return { 'content-type': 'application/json', origin: PANEL_ORIGIN, authorization: `Bearer ${accessToken}`, cookie };
}

const optionalFields = new Set(['reason', 'currentPassword', 'ids', 'quantity', 'startCount', 'enabled']);

/** Puts a canary into every text field that accepts one, and ids of the scene into the others. */
function plant(name: string, sample: unknown, scene: Scene, schema: z.ZodType | undefined): unknown {
  if (!schema || typeof sample !== 'object' || sample === null) return sample;
  let planted = sample as Record<string, unknown>;
  for (const [field, value] of Object.entries({ ...canaryFields, ...fieldsOf(name, scene) })) {
    const { success } = schema.safeParse({ ...planted, [field]: value });
    if (success && (field in planted || optionalFields.has(field))) planted = { ...planted, [field]: value };
  }
  return planted;
}

const canaryFields = {
  name: 'Canary name',
  description: 'A canary description',
  reason: 'A canary reason',
  subject: 'A canary subject',
  message: 'A canary message',
  text: 'A canary text',
  title: 'A canary title',
  body: 'A canary body',
  link: 'https://canary.example/p',
  image: 'https://canary.example/p.png',
  reference: 'CANARY1',
  recipient: '01CANARY',
  phone: '01700000000',
  currentPassword: 'canary password',
  newPassword: 'another canary password',
};

function fieldsOf(name: string, scene: Scene): Record<string, unknown> {
  const id = idFor(name, scene);
  const isLogin = /login/i.test(name);
  const number = ++canaries;
  const { user, password } = scene.customer;
  return {
    id: /auth\.endSession/.test(name) ? scene.otherSessionId : name.startsWith('auth') ? number : id,
    _id: String(id),
    serviceId: scene.serviceId,
    before: scene.otherServiceId,
    category: 'feature',
    from: scene.categoryId,
    into: scene.otherCategoryId,
    ids: name.includes('categories') ? [scene.otherCategoryId, scene.categoryId] : [scene.otherServiceId],
    previewHash: name.endsWith('changeMany') ? scene.manyHash : scene.previewHash,
    orderIds: [scene.askableOrderId],
    kind: name.endsWith('tryAgain') ? 'mail' : 'cancel',
    deliveryId: scene.deliveryId,
    quantity: 100,
    ...(name.includes('/buy/') && { price: 0.1 }),
    ...(name === 'admin.suppliers.save' && { name: `Canary supplier ${number}` }),
    supplierId: scene.supplierId,
    ...(/(pause|resume)Source/.test(name) && { externalId: '101' }),
    sources: [{ supplierId: scene.supplierId, externalId: '101' }],
    words: [{ word: `canary ${number}`, category: 'feature' }],
    ...(name.endsWith('setRefusalWords') && {
      words: [{ text: `canary ${number}`, meaning: 'order', supplierId: null }],
    }),
    ...(name.endsWith('saveWording') && {
      direction: 'none',
      pattern: `Canary ${number} {code}`,
      examples: [`Canary ${number} 123456`],
    }),
    ...(name.endsWith('evidence.import') && {
      provider: 'bkash',
      csv: `Canary time,Canary ID,Canary amount\n03/08/2026 10:01,CANARY${number},500`,
      mapping: { at: 'Canary time', reference: 'Canary ID', amount: 'Canary amount' },
    }),
    methods: [scene.method],
    startCount: number,
    favourite: true,
    enabled: false,
    blocked: true,
    method: scene.method,
    paymentMethod: scene.method,
    token: tokenFor(name, scene),
    userName: isLogin ? user.userName : `new-canary-${number}`,
    email: /forgot/i.test(name) ? user.email : `new-canary-${number}@example.com`,
    password,
    confirmPassword: password,
    code: name.endsWith('confirm') ? scene.firstCode : scene.recoveryCodes[name.endsWith('disable') ? 0 : 1],
  };
}

function tokenFor(name: string, { emailToken, alertToken, resetToken }: Scene): string {
  if (/wasNotMe/i.test(name)) return alertToken;
  return /confirmEmail/i.test(name) ? emailToken : resetToken;
}

/** The first matching pattern determines which of the scene's ids a call gets. */
const idsByName: [RegExp, (scene: Scene) => number][] = [
  [/keys\./, ({ keyId }) => keyId],
  [/webhooks\.delete/, ({ deletedWebhookId }) => deletedWebhookId],
  [/webhooks\./, ({ webhookId }) => webhookId],
  [/resetTwoFactor/, ({ enrolled }) => enrolled.user.id],
  [/jobs\.cancel/, ({ jobId }) => jobId],
  [/balanceIsRight/, ({ heldMessageId }) => heldMessageId],
  [/categories/, ({ categoryId }) => categoryId],
  [/devices/, ({ deviceId }) => deviceId],
  [/missing/, ({ missingId }) => missingId],
  [/setAside/, ({ setAsideMailId }) => setAsideMailId],
  [/Source|setPriceRule/, ({ sourcedServiceId }) => sourcedServiceId],
  [/forwards\.settle/, ({ unknownForwardId }) => unknownForwardId],
  [/forwards\.(refresh|resolve|correctCost)/, ({ boughtForwardId }) => boughtForwardId],
  [/suppliers\.resume/, ({ stoppedSupplierId }) => stoppedSupplierId],
  [/suppliers/, ({ supplierId }) => supplierId],
  [/callBack|correctReference|tellPayer/, ({ waitedForRechargeId }) => waitedForRechargeId],
  [/recharges\.reverse/, ({ approvedRechargeId }) => approvedRechargeId],
  [/orders\.request/, ({ askableOrderId }) => askableOrderId],
  [/requests\.decide/, ({ requestId }) => requestId],
  [/reorder/, ({ serviceId }) => serviceId],
  [/buy\//, ({ boughtServiceId }) => boughtServiceId],
  [/order|approve/i, ({ orderId }) => orderId],
  [/recharge|balance\/update/i, ({ rechargeId }) => rechargeId],
  [/service/i, ({ serviceId }) => serviceId],
  [/method/i, ({ methodId }) => methodId],
  [/reopen/i, ({ closedTicketId }) => closedTicketId],
  [/ticket/i, ({ ticketId }) => ticketId],
  [/savedRepl/i, ({ savedReplyId }) => savedReplyId],
  [/notice/i, ({ noticeId }) => noticeId],
  [/./, ({ customer }) => customer.user.id],
];

function idFor(name: string, scene: Scene): number | string {
  const id = idsByName.find(([pattern]) => pattern.test(name))?.[1](scene) ?? 0;
  return name.includes('/') ? String(id) : id;
}
