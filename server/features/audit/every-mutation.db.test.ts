import { randomUUID } from 'node:crypto';
import { gt, max, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '../../../db/schema/audit.ts';
import type { AuditAction, AuditSubject } from '../../../shared/audit.ts';
import { calls } from '../../rest/calls.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { addressOf, listProcedures } from '../../testing/inventory.ts';
import { makeScene, type Scene } from '../../testing/role-scene.ts';
import { type Procedure, procedureTable, type RoleCase, type Route, routeTable } from '../../testing/role-table.ts';

/** What is to be found of an action: who did it is the caller, every time. */
interface Expected {
  action: AuditAction;
  subject: AuditSubject;
  before: unknown;
  after: unknown;
  /** Whether it concerns the customer of the scene. */
  isOwners?: true;
  /** What makes a repeated call the same action: nothing but a request id, or, where each is a new one, nothing at all. */
  repeated?: 'by request id' | 'never';
}

const facts = (fields: Record<string, unknown>) => expect.objectContaining(fields) as unknown;
const likes = facts({ name: 'Likes', category: 'tiktok', priceMicros: 1_000_000, image: null });
const reminder = facts({ title: 'Eid', body: 'We rest.', kind: 'banner' });

/**
 * Every mutation of an admin's, called as `role-table.ts` calls it. One that is missing here fails the build: whoever adds
 * one says what the audit keeps of it.
 */
const expected: Partial<Record<Procedure, Expected>> = {
  'admin.services.create': {
    action: 'service.create',
    subject: 'service',
    before: null,
    after: likes,
    repeated: 'by request id',
  },
  'admin.services.update': {
    action: 'service.update',
    subject: 'service',
    before: facts({ category: 'instagram', max: 10_000 }),
    after: facts({ name: 'Likes', category: 'tiktok', max: 99 }),
  },
  'admin.services.delete': {
    action: 'service.delete',
    subject: 'service',
    before: facts({ category: 'instagram', priceMicros: 1_000_000 }),
    after: null,
  },
  'admin.services.import': {
    action: 'catalogue.import',
    subject: 'service',
    before: { priceMicros: 1_000_000 },
    after: { priceMicros: 2_500_000 },
  },
  'admin.services.setHidden': {
    action: 'service.hide',
    subject: 'service',
    before: { hidden: false },
    after: { hidden: true },
  },
  'admin.services.reorder': {
    action: 'service.reorder',
    subject: 'service',
    before: { place: expect.any(Number) as number },
    after: { place: expect.any(Number) as number },
  },
  'admin.services.resetOrder': {
    action: 'service.reorder',
    subject: 'catalogue',
    before: { arranged: true },
    after: { arranged: false },
  },
  'admin.services.changePrices': {
    action: 'service.changePrice',
    subject: 'service',
    before: { priceMicros: 1_000_000 },
    after: { priceMicros: 1_100_000 },
  },
  'admin.images.upload': {
    action: 'image.upload',
    subject: 'image',
    before: null,
    after: facts({ type: 'png', width: 4, height: 4 }),
  },
  'admin.orders.decide': {
    action: 'order.decide',
    subject: 'order',
    before: { status: 'pending' },
    after: { status: 'completed' },
    isOwners: true,
  },
  'admin.recharges.decide': {
    action: 'recharge.decide',
    subject: 'recharge',
    before: { status: 'pending' },
    after: { status: 'approved', amountNanos: 10_000_000_000 },
    isOwners: true,
  },
  'admin.recharges.reverse': {
    action: 'recharge.reverse',
    subject: 'recharge',
    before: { balanceNanos: 110_000_000_000 },
    after: { balanceNanos: 100_000_000_000, reversedNanos: 10_000_000_000, unrecoveredNanos: 0 },
    isOwners: true,
    repeated: 'by request id',
  },
  'admin.users.setBlocked': {
    action: 'user.block',
    subject: 'user',
    before: { blocked: false },
    after: { blocked: true },
    isOwners: true,
  },
  'admin.users.setRole': {
    action: 'user.setRole',
    subject: 'user',
    before: { role: 'user' },
    after: { role: 'admin' },
    isOwners: true,
  },
  'admin.users.endSessions': {
    action: 'user.endSessions',
    subject: 'user',
    before: { sessions: 1 },
    after: { sessions: 0 },
    isOwners: true,
  },
  'admin.users.sendResetLink': {
    action: 'user.sendResetLink',
    subject: 'user',
    before: null,
    after: { sentTo: expect.stringMatching(/@example\.com$/) },
    isOwners: true,
    repeated: 'never',
  },
  'admin.users.giveBalance': {
    action: 'user.giveBalance',
    subject: 'user',
    before: { balanceNanos: 100_000_000_000 },
    after: { balanceNanos: 101_000_000_000, amountNanos: 1_000_000_000 },
    isOwners: true,
    repeated: 'by request id',
  },
  'admin.settings.update': {
    action: 'settings.update',
    subject: 'settings',
    before: { servicesOffset: 500, ordersOffset: 1383, usersOffset: 1200 },
    after: { servicesOffset: 0, ordersOffset: 0, usersOffset: 0 },
  },
  'admin.paymentMethods.save': {
    action: 'paymentMethod.create',
    subject: 'paymentMethod',
    before: null,
    after: facts({ kind: 'mobile', recipient: '01700000000', active: true }),
  },
  'admin.paymentMethods.delete': {
    action: 'paymentMethod.delete',
    subject: 'paymentMethod',
    before: facts({ kind: 'mobile', recipient: '01700000000' }),
    after: null,
  },
  'admin.tickets.reply': {
    action: 'ticket.reply',
    subject: 'ticket',
    before: { status: 'open', messageCount: 1 },
    after: { status: 'answered', messageCount: 2 },
    isOwners: true,
    repeated: 'by request id',
  },
  'admin.tickets.close': {
    action: 'ticket.close',
    subject: 'ticket',
    before: { status: 'open' },
    after: { status: 'closed' },
    isOwners: true,
  },
  'admin.savedReplies.save': {
    action: 'savedReply.create',
    subject: 'savedReply',
    before: null,
    after: facts({ text: 'Dear {name}.' }),
  },
  'admin.savedReplies.delete': {
    action: 'savedReply.delete',
    subject: 'savedReply',
    before: facts({ text: 'Dear {name}, {order} comes soon.' }),
    after: null,
  },
  'admin.notices.create': {
    action: 'notice.create',
    subject: 'notice',
    before: null,
    after: reminder,
    repeated: 'never',
  },
  'admin.notices.update': {
    action: 'notice.update',
    subject: 'notice',
    before: { title: 'Before' },
    after: { title: 'Eid' },
  },
  'admin.notices.delete': { action: 'notice.delete', subject: 'notice', before: reminder, after: null },
};

/** What the request of `role-table.ts` would leave as it is. */
const otherwise: Partial<Record<Procedure, (app: TestApp) => Promise<unknown>>> = {
  'admin.notices.update': (app) => app.db.execute(sql`update notices set title = 'Before'`),
  'admin.services.resetOrder': async (app) => {
    await makeService(app.db, { shelfRank: 1 });
  },
  'admin.settings.update': (app) =>
    app.db.execute(sql`update settings set services_offset = 500, orders_offset = 1383, users_offset = 1200`),
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const mutations = listProcedures()
  .filter(({ path, type }) => type === 'mutation' && path.startsWith('admin.'))
  .map(({ path }) => path as Procedure);

test('every mutation of an admin’s says here what the audit keeps of it, and nothing else does', () => {
  expect(Object.keys(expected).toSorted()).toEqual(mutations.toSorted());
});

describe.each(mutations)('%s', (path) => {
  test('writes one entry with who, before and after, and none for what is repeated', async () => {
    const want = wantedOf(path);
    const { scene, body, last } = await prepare(path);
    expect(await call(path, scene, body)).toBe(200);
    const entries = await writtenSince(last);
    expect(entries).toHaveLength(1);
    const { action, subject, before, after } = want;
    expect(entries[0]).toMatchObject({
      adminId: scene.caller?.id,
      action,
      subject,
      userId: want.isOwners ? scene.owner.id : null,
    });
    expect([entries[0]?.before, entries[0]?.after]).toEqual([before, after]);
    if (subject !== 'settings' && subject !== 'catalogue') expect(entries[0]?.subjectId).toBeGreaterThan(0);
    await call(path, scene, body);
    expect(await writtenSince(last)).toHaveLength(want.repeated === 'never' ? 2 : 1);
  });

  test('changes nothing where its entry is refused, and leaves no entry where it fails after it', async () => {
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

test.each(writingCalls)('$method $path of the older interface writes one entry', async ({ method, path }) => {
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
  const byId = wantedOf(path).repeated === 'by request id' && { requestId: randomUUID() };
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

/** All that admins change, in one value. */
const everything = [
  ...['services', 'orders', 'recharges', 'accounts', 'users', 'settings', 'payment_methods', 'tickets', 'notices'],
  ...[
    'ledger',
    'grants',
    'order_events',
    'ticket_messages',
    'mail_outbox',
    'sessions',
    'password_resets',
    'images',
    'saved_replies',
  ],
]
  .map((table) => `(select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${table} t)`)
  .join(' || ');
