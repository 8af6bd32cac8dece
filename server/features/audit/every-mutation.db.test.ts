import { randomUUID } from 'node:crypto';
import { gt, max, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import type { AuditAction, AuditSubject } from '#shared/audit.ts';
import { calls } from '../../api/rest/calls.ts';
import { pauseOutgoing } from '../../base/queue/pause-outgoing.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { addressOf, listProcedures } from '../../testing/inventory.ts';
import type { RoleCase } from '../../testing/role-requests.ts';
import { type Route, routeTable } from '../../testing/role-routes.ts';
import { makeScene, type Scene } from '../../testing/role-scene.ts';
import { type Procedure, procedureTable } from '../../testing/role-table.ts';

/** The expected entry of an action; its admin is always the caller. */
type Expected = [action: AuditAction, subject: AuditSubject, before: unknown, after: unknown, more?: More];

interface More {
  /** Whether it concerns the scene's customer. */
  isOwners?: true;
  /** What a repeated call needs to be recognized: the same request id only, or nothing at all because each call is new. */
  repeated?: 'by request id' | 'never';
}

const facts = (fields: Record<string, unknown>) => expect.objectContaining(fields) as unknown;
const likes = facts({ name: 'Likes', category: 'tiktok', priceMicros: 1_000_000, image: null });
const reminder = facts({ title: 'Eid', body: 'We rest.', kind: 'banner' });

/**
 * Every admin mutation, called as `role-table.ts` calls it. A missing one does not compile, so a new mutation always states its audit
 * entry.
 */
const expected: Partial<Record<Procedure, Expected>> = {
  'admin.categories.save': ['category.create', 'category', null, facts({ parent: null })],
  'admin.categories.merge': [
    'category.merge',
    'category',
    facts({ slug: expect.any(String) as string }),
    facts({ services: 0 }),
  ],
  'admin.categories.reorder': [
    'category.reorder',
    'category',
    { order: expect.any(String) as string },
    { order: expect.any(String) as string },
  ],
  'admin.categories.setHidden': ['category.hide', 'category', { hidden: false }, { hidden: true }],
  'admin.services.create': ['service.create', 'service', null, likes, { repeated: 'by request id' }],
  'admin.services.update': [
    'service.update',
    'service',
    facts({ category: 'instagram', max: 10_000 }),
    facts({ name: 'Likes', category: 'tiktok', max: 99 }),
  ],
  'admin.services.delete': [
    'service.delete',
    'service',
    facts({ category: 'instagram', priceMicros: 1_000_000 }),
    null,
  ],
  'admin.services.import': ['catalogue.import', 'service', { priceMicros: 1_000_000 }, { priceMicros: 2_500_000 }],
  'admin.services.setHidden': ['service.hide', 'service', { hidden: false }, { hidden: true }],
  'admin.services.reorder': [
    'service.reorder',
    'service',
    { place: expect.any(Number) as number },
    { place: expect.any(Number) as number },
  ],
  'admin.services.resetOrder': ['service.reorder', 'catalogue', { arranged: true }, { arranged: false }],
  'admin.services.changePrices': [
    'service.changePrice',
    'service',
    { priceMicros: 1_000_000 },
    { priceMicros: 1_100_000 },
  ],
  'admin.services.changeMany': [
    'service.update',
    'service',
    { refillDays: null },
    { refillDays: 30 },
    { repeated: 'by request id' },
  ],
  'admin.services.setSources': [
    'service.setSources',
    'service',
    { sources: [expect.stringMatching(/: 101$/)] },
    { sources: [expect.stringMatching(/: 102$/)] },
  ],
  'admin.services.pauseSource': [
    'service.pauseSource',
    'service',
    { sourcePaused: null },
    { sourcePaused: 'person', source: expect.stringMatching(/: 101$/) as string },
  ],
  'admin.services.resumeSource': [
    'service.resumeSource',
    'service',
    { sourcePaused: 'refused' },
    { sourcePaused: null, source: expect.stringMatching(/: 101$/) as string },
  ],
  'admin.services.setPriceRule': [
    'service.setPriceRule',
    'service',
    { pricedByRule: false, priceMicros: 1_000_000 },
    { pricedByRule: true, priceMicros: 1_080_000 },
  ],
  'admin.images.upload': ['image.upload', 'image', null, facts({ type: 'png', width: 4, height: 4 })],
  'admin.orders.decide': ['order.decide', 'order', { status: 'pending' }, { status: 'completed' }, { isOwners: true }],
  'admin.requests.decide': [
    'request.decide',
    'order',
    { status: 'pending' },
    { kind: 'cancel', status: 'accepted', amountNanos: 1_000_000_000 },
    { isOwners: true },
  ],
  'admin.requests.file': ['request.file', 'order', null, { kind: 'cancel', status: 'pending' }, { isOwners: true }],
  'admin.orders.setProgress': [
    'order.setProgress',
    'order',
    { startCount: null },
    { startCount: 830 },
    { isOwners: true },
  ],
  'admin.recharges.decide': [
    'recharge.decide',
    'recharge',
    { status: 'pending' },
    { status: 'approved', amountNanos: 10_000_000_000 },
    { isOwners: true },
  ],
  'admin.recharges.reverse': [
    'recharge.reverse',
    'recharge',
    { balanceNanos: 110_000_000_000 },
    { balanceNanos: 100_000_000_000, reversedNanos: 10_000_000_000, unrecoveredNanos: 0 },
    { isOwners: true, repeated: 'by request id' },
  ],
  'admin.users.setBlocked': ['user.block', 'user', { blocked: false }, { blocked: true }, { isOwners: true }],
  'admin.users.setRole': ['user.setRole', 'user', { role: 'user' }, { role: 'admin' }, { isOwners: true }],
  'admin.users.resetTwoFactor': [
    'user.resetTwoFactor',
    'user',
    { twoFactor: true },
    { twoFactor: false, signedOut: true },
    { isOwners: true },
  ],
  'admin.users.endSessions': ['user.endSessions', 'user', { sessions: 1 }, { sessions: 0 }, { isOwners: true }],
  'admin.users.sendResetLink': [
    'user.sendResetLink',
    'user',
    null,
    { sentTo: expect.stringMatching(/@example\.com$/) },
    { isOwners: true, repeated: 'never' },
  ],
  'admin.users.giveBalance': [
    'user.giveBalance',
    'user',
    { balanceNanos: 100_000_000_000 },
    { balanceNanos: 101_000_000_000, amountNanos: 1_000_000_000 },
    { isOwners: true, repeated: 'by request id' },
  ],
  'admin.settings.update': [
    'settings.update',
    'settings',
    { servicesOffset: 500, ordersOffset: 1383, usersOffset: 1200 },
    { servicesOffset: 0, ordersOffset: 0, usersOffset: 0 },
  ],
  'admin.paymentMethods.save': [
    'paymentMethod.create',
    'paymentMethod',
    null,
    facts({ kind: 'mobile', recipient: '01700000000', active: true }),
  ],
  'admin.paymentMethods.delete': [
    'paymentMethod.delete',
    'paymentMethod',
    facts({ kind: 'mobile', recipient: '01700000000' }),
    null,
  ],
  'admin.tickets.reply': [
    'ticket.reply',
    'ticket',
    { status: 'open', messageCount: 1 },
    { status: 'answered', messageCount: 2 },
    { isOwners: true, repeated: 'by request id' },
  ],
  'admin.tickets.close': ['ticket.close', 'ticket', { status: 'open' }, { status: 'closed' }, { isOwners: true }],
  'admin.missing.settle': [
    'missing.settle',
    'missing',
    { status: 'open' },
    facts({ status: 'settled', outcome: 'restored', orderId: 4_711 }),
    { isOwners: true },
  ],
  'admin.setAside.tryAgain': ['setAside.tryAgain', 'setAside', { setAside: true }, { setAside: false, kind: 'mail' }],
  'admin.suppliers.save': [
    'supplier.create',
    'supplier',
    null,
    facts({ url: 'https://panel.example.com/api/v2', currency: 'USD', rate: '1' }),
    { repeated: 'by request id' },
  ],
  'admin.alarms.save': [
    'settings.setAlarms',
    'settings',
    { chatId: null },
    { chatId: '42', newBot: true },
    { repeated: 'never' },
  ],
  'admin.alarms.test': ['settings.testAlarms', 'settings', null, facts({ ok: false }), { repeated: 'never' }],
  'admin.suppliers.test': ['supplier.test', 'supplier', null, facts({ ok: false }), { repeated: 'never' }],
  'admin.devices.create': [
    'device.create',
    'device',
    null,
    { name: 'Phone', methods: [expect.any(String) as string], sims: null },
    { repeated: 'never' },
  ],
  'admin.devices.revoke': ['device.revoke', 'device', facts({ name: 'Shop phone' }), null],
  'admin.evidence.saveWording': ['wording.create', 'wording', null, facts({ provider: 'upay', direction: 'in' })],
  'admin.evidence.setAutomatic': [
    'paymentMethod.setAutomatic',
    'paymentMethod',
    { automatic: true },
    { automatic: false },
  ],
  'admin.evidence.balanceIsRight': [
    'message.balanceIsRight',
    'message',
    { balanceIsRight: false },
    { balanceIsRight: true },
  ],
  'admin.evidence.import': ['statement.import', 'statement', null, facts({ provider: 'bkash', rows: 1, added: 1 })],
  'admin.suppliers.stop': [
    'supplier.stop',
    'supplier',
    { stopped: false, stoppedReason: null },
    { stopped: true, stoppedReason: 'person' },
  ],
  'admin.suppliers.resume': [
    'supplier.resume',
    'supplier',
    { stopped: true, stoppedReason: 'unknowns' },
    { stopped: false, stoppedReason: null },
  ],
  'admin.suppliers.payIn': [
    'supplier.payIn',
    'supplier',
    { books: '0' },
    { books: '12.5', paid: '12.5' },
    { repeated: 'by request id' },
  ],
  'admin.suppliers.setStatusWords': [
    'supplier.setStatusWords',
    'settings',
    { words: ['done: completed'] },
    { words: ['delivered: completed'] },
  ],
  'admin.suppliers.setRefusalWords': [
    'supplier.setRefusalWords',
    'settings',
    { words: ['try again: order'] },
    { words: ['went wrong: may_be_bought'] },
  ],
  'admin.forwards.settle': [
    'forward.settle',
    'forward',
    { state: 'unknown' },
    facts({ state: 'settled', outcome: 'not_bought' }),
    { isOwners: true },
  ],
  'admin.forwards.start': ['forward.start', 'order', { forwarded: false }, { forwarded: true }, { isOwners: true }],
  'admin.forwards.refresh': [
    'forward.refresh',
    'forward',
    null,
    { orderId: expect.any(Number) as number },
    { isOwners: true, repeated: 'never' },
  ],
  'admin.forwards.correctCost': [
    'forward.correctCost',
    'forward',
    { cost: '0.9' },
    { cost: '0.8' },
    { isOwners: true },
  ],
  'admin.forwards.resolve': ['forward.resolve', 'forward', { flag: 'money_back' }, { flag: null }, { isOwners: true }],
  'admin.suppliers.fetch': ['supplier.fetch', 'supplier', null, { lines: 0, problem: 'failed' }, { repeated: 'never' }],
  'admin.suppliers.accept': [
    'supplier.accept',
    'supplier',
    null,
    facts({ created: 1, chosen: '1 line' }),
    { repeated: 'by request id' },
  ],
  'admin.suppliers.setRules': ['supplier.setRules', 'catalogue', { marginPercent: 20 }, { marginPercent: 33 }],
  'admin.suppliers.setCategoryWords': [
    'supplier.setCategoryWords',
    'catalogue',
    { words: ['fb: facebook'] },
    { words: ['likes: tiktok'] },
  ],
  'admin.savedReplies.save': ['savedReply.create', 'savedReply', null, facts({ text: 'Dear {name}.' })],
  'admin.savedReplies.delete': [
    'savedReply.delete',
    'savedReply',
    facts({ text: 'Dear {name}, {order} comes soon.' }),
    null,
  ],
  'admin.notices.create': ['notice.create', 'notice', null, reminder, { repeated: 'never' }],
  'admin.notices.update': ['notice.update', 'notice', { title: 'Before' }, { title: 'Eid' }],
  'admin.notices.delete': ['notice.delete', 'notice', reminder, null],
  'admin.outgoing.release': [
    'outgoing.release',
    'outgoing',
    facts({ heldFor: 'restored from a backup' }),
    { heldSince: null, heldFor: null, droppedMails: 0, droppedDeliveries: 0 },
  ],
};

/** Replacements for requests of `role-table.ts` that would change nothing. */
const otherwise: Partial<Record<Procedure, (app: TestApp) => Promise<unknown>>> = {
  'admin.notices.update': (app) => app.db.execute(sql`update notices set title = 'Before'`),
  'admin.outgoing.release': (app) => pauseOutgoing(app.db, 'restored from a backup'),
  'admin.services.resetOrder': async (app) => {
    await makeService(app.db, { shelfRank: 1 });
  },
  'admin.suppliers.setStatusWords': async (app) => {
    await app.db.execute(sql`delete from supplier_status_words`);
    await app.db.execute(sql`insert into supplier_status_words values ('done', 'completed')`);
  },
  'admin.suppliers.setRefusalWords': async (app) => {
    await app.db.execute(sql`delete from supplier_refusal_words`);
    await app.db.execute(sql`insert into supplier_refusal_words (text, meaning) values ('try again', 'order')`);
  },
  'admin.suppliers.setRules': (app) => app.db.execute(sql`update supplier_rules set margin_basis_points = 2000`),
  'admin.suppliers.setCategoryWords': async (app) => {
    await app.db.execute(sql`delete from category_words`);
    await app.db.execute(sql`insert into category_words values ('fb', 'facebook')`);
  },
  'admin.settings.update': (app) =>
    app.db.execute(sql`update settings set services_offset = 500, orders_offset = 1383, users_offset = 1200`),
};

const app = await testApp();

/** A job is a record by itself, stored for ever; its rows have audit entries once they are decided. */
const isJob = (path: string) => path.startsWith('admin.jobs.');

const mutations = listProcedures()
  .filter(({ path, type }) => type === 'mutation' && path.startsWith('admin.') && !isJob(path))
  .map(({ path }) => path as Procedure);

test('every admin mutation lists its audit entry here, and nothing else does', () => {
  expect(Object.keys(expected).toSorted()).toEqual(mutations.toSorted());
});

describe.each(mutations)('%s', (path) => {
  test('writes one entry with admin, before and after, and none for a repetition', async () => {
    const [action, subject, before, after, { isOwners, repeated } = {}] = wantedOf(path);
    const { scene, body, last } = await prepare(path);
    expect(await call(path, scene, body)).toBe(200);
    const entries = await writtenSince(last);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      adminId: scene.caller?.id,
      action,
      subject,
      userId: isOwners ? scene.owner.id : null,
    });
    expect([entries[0]?.before, entries[0]?.after]).toEqual([before, after]);
    if (!['settings', 'catalogue', 'outgoing', 'statement'].includes(subject))
      expect(entries[0]?.subjectId).toBeGreaterThan(0);
    await call(path, scene, body);
    expect(await writtenSince(last)).toHaveLength(repeated === 'never' ? 2 : 1);
  });

  test('changes nothing if its entry is refused, and leaves no entry if it fails after it', async () => {
    const { scene, body, last } = await prepare(path);
    const stateBefore = await readState();
    for (const when of ['after insert', 'deferred to the commit'] as const) {
      await refusingEntries(when, async () => expect(await call(path, scene, body)).toBe(500));
      expect(await writtenSince(last)).toEqual([]);
      expect(await readState()).toEqual(stateBefore);
    }
  });
});

const writingCalls = calls.filter(({ access, method }) => access === 'admin' && method !== 'GET');

test.each(writingCalls)('$method $path of the REST API writes one entry', async ({ method, path }) => {
  const scene = await makeScene(app, 'admin', 'admin');
  const route = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}` as Route;
  const { params = {}, body } = await requestOf(routeTable[route])(scene);
  const last = await newestId();
  const answer = await fetch(app.url + addressOf({ path }, { params }), {
    method,
    headers: headersOf(scene),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  expect(await writtenSince(last)).toMatchObject([{ adminId: scene.caller?.id }]);
});

function requestOf([, request = () => ({})]: RoleCase) {
  return request;
}

function wantedOf(path: Procedure): Expected {
  const want = expected[path];
  if (!want) throw new Error(`Nothing is said here of ${path}`);
  return want;
}

async function prepare(path: Procedure) {
  const scene = await makeScene(app, 'admin', 'admin');
  const { body } = await requestOf(procedureTable[path])(scene);
  await otherwise[path]?.(app);
  const byId = wantedOf(path)[4]?.repeated === 'by request id' && { requestId: randomUUID() };
  return { scene, body: { ...(body as object), ...byId }, last: await newestId() };
}

async function call(path: Procedure, scene: Scene, body: unknown): Promise<number> {
  const { status } = await fetch(`${app.url}/trpc/${path}`, {
    method: 'POST',
    headers: headersOf(scene),
    body: JSON.stringify(body),
  });
  return status;
}

function headersOf({ caller }: Scene) {
  return { 'content-type': 'application/json', authorization: `Bearer ${caller?.accessToken}` };
}

async function newestId(): Promise<number> {
  const [row] = await app.db.select({ id: max(auditEntries.id) }).from(auditEntries);
  return row?.id ?? 0;
}

function writtenSince(last: number) {
  return app.db.select().from(auditEntries).where(gt(auditEntries.id, last));
}

async function refusingEntries(when: 'after insert' | 'deferred to the commit', work: () => Promise<void>) {
  await app.db.execute(sql`
    create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no entry today'; end $$`);
  const deferred = sql.raw(when === 'after insert' ? '' : 'deferrable initially deferred');
  await app.db.execute(sql`
    create constraint trigger refuse after insert on audit_entries ${deferred} for each row execute function refuse_entry()`);
  try {
    await work();
  } finally {
    await app.db.execute(sql`drop trigger refuse on audit_entries`);
    await app.db.execute(sql`drop function refuse_entry`);
  }
}

async function readState() {
  return app.db.execute(sql`select ${sql.raw(everything)} as state`);
}

/** Everything that admins can change, in one value. */
const everything = [
  ...['services', 'orders', 'recharges', 'accounts', 'users', 'settings', 'payment_methods', 'tickets', 'notices'],
  ...[
    'ledger',
    'grants',
    'order_events',
    'order_requests',
    'order_request_events',
    'ticket_messages',
    'mail_outbox',
    'sessions',
    'password_resets',
    'images',
    'saved_replies',
    'acknowledged_missing',
    'second_factors',
    'recovery_codes',
    'suppliers',
    'supplier_services',
    'service_sources',
    'service_prices',
    'supplier_rules',
    'category_words',
    'supplier_entries',
    'forwards',
  ],
]
  .map((table) => `(select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${table} t)`)
  .join(' || ');
