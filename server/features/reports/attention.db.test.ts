import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { evidence, paymentDevices } from '#db/schema/evidence.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { backgroundOutages, queueClaims } from '#db/schema/queue.ts';
import { services } from '#db/schema/services.ts';
import { serviceSources } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import { serviceShelves } from '#shared/admin-services.ts';
import { evidenceStates } from '#shared/evidence.ts';
import { flagGroups } from '#shared/forward-states.ts';
import type { Attention, AttentionKind } from '#shared/reports.ts';
import { deliveryTimes } from '../../base/lists/delivery-times.ts';
import { testApp } from '../../testing/app.ts';
import { makeDevice } from '../../testing/devices.ts';
import {
  dollars,
  makeJob,
  makeOrder,
  makeRecharge,
  makeRequest,
  makeService,
  makeSetAside,
  makeStoredWebhook,
  makeTicket,
} from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { makeSource, makeSupplier } from '../../testing/suppliers.ts';
import { raiseAlarms } from './raise-alarms.ts';
import { readAttention } from './read-attention.ts';

const app = await testApp();
const { db } = app;
const { config } = app.deps;
const admin = await makeSignedInAdmin(app);
const customer = await makeCustomer(app, dollars(1_000));
const service = await makeService(db, { name: 'Likes' });
const upstream = { url: 'https://upstream.example/api/v2', key: 'a key', currency: 'USD' };
const supplier = await makeSupplier(db, app.deps.secrets, upstream, { name: 'Upstream' });
const api = app.client(admin.accessToken).admin;
/** What the case at hand has made. */
let last = 0;
const attention = () => api.reports.attention.query();
/** The subjects of mails about alarms, which are deleted. */
const mailed = async () =>
  (await db.delete(mailOutbox).returning({ subject: mailOutbox.subject, about: mailOutbox.about }))
    .filter(({ about }) => about?.startsWith('alarm:'))
    .map(({ subject }) => subject);

/** Reads at once; the overview may be some seconds old. */
const kinds = async () => (await readAttention({ db, config }, admin.actor)).kinds;
const raise = () => raiseAlarms(db, config.publicUrl);
const hourLater = () => db.execute(sql`update alarms set notified_at = notified_at - interval '1 hour'`);

interface Case {
  begin: () => Promise<unknown>;
  over: () => Promise<unknown>;
  /** The subject of the mail, or of several; undefined for what is on the overview only. */
  mail?: string | string[];
  /** What it is beside. */
  also?: Attention['kinds'][number];
  href: string | RegExp;
  count?: number;
}

const accepted = `state = 'accepted', due_at = null, external_order_id = gen_random_uuid()::text, accepted_at = now()`;
const flag = (name: string, state = accepted) => forward(`${state}, flag = '${name}', flagged_at = now()`);
const resolved = () => moved('flag = null, flagged_at = null');
const refused = `state = 'refused', due_at = null, ended_at = now()`;
const unknown = `state = 'unknown', due_at = null, unknown_since = now()`;
const withdrawn = (orderId = last) =>
  moved(`state = 'withdrawn', due_at = null, flag = null, flagged_at = null, ended_at = now()`, orderId);
const upstreamHas = (words: string) => `${words} (Upstream)`;

const insertPayment = (state: 'unclaimed' | 'held', hours: number) =>
  db.insert(evidence).values({
    ...{ sender: 'bKash', text: 'A payment', digest: randomUUID(), state, dueAt: null, storedAt: ago(hours * 3600) },
    ...{
      provider: 'bkash',
      kind: 'received',
      direction: 'in',
      amountPoisha: 1,
      reference: randomUUID(),
      at: ago(hours * 3600),
    },
  });

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;

/** Everything that needs a person: what begins it, where it leads, and what ends it. */
const cases: Record<string, Case & { kind: AttentionKind }> = {
  'a recharge': {
    kind: 'recharges',
    begin: async () => ({ id: last } = await makeRecharge(db, customer)),
    over: () => api.recharges.decide.mutate({ id: last, decision: 'reject' }),
    href: '/dashboard/manageRecharges',
  },
  'a request': {
    kind: 'requests',
    begin: async () => ({ id: last } = await makeRequest(db, customer)),
    over: () => api.requests.decide.mutate({ id: last, decision: 'reject', reason: 'No' }),
    href: '/dashboard/manageRequests',
  },
  'a ticket': {
    kind: 'tickets',
    begin: async () => ({ id: last } = await makeTicket(app.deps, customer)),
    over: () => api.tickets.close.mutate({ id: last }),
    href: '/dashboard/manageTickets',
  },
  'an unknown purchase': {
    kind: 'purchases_unknown',
    begin: () => forward(unknown),
    over: () => withdrawn(),
    mail: upstreamHas('1 purchase may or may not have been bought'),
    href: '/dashboard/purchases?state=unknown',
  },
  'an unknown purchase with a flag': {
    kind: 'purchases_unknown',
    begin: () => flag('link_in_use', unknown),
    over: () => withdrawn(),
    mail: upstreamHas('1 purchase may or may not have been bought'),
    href: '/dashboard/purchases?state=unknown',
  },
  'a refused purchase': {
    kind: 'purchases_refused',
    begin: () => flag('all_refused', refused),
    over: () => withdrawn(),
    mail: upstreamHas('1 purchase was refused'),
    href: '/dashboard/purchases?state=refused',
  },
  'a refused purchase that was sent to no supplier': {
    kind: 'purchases_refused',
    begin: () => flag('all_refused', `${refused}, supplier_id = null`),
    over: () => withdrawn(),
    mail: '1 purchase was refused',
    href: '/dashboard/purchases?state=refused',
  },
  'a flag': {
    kind: 'purchases_flagged',
    begin: () => flag('money_back'),
    over: resolved,
    mail: upstreamHas('1 purchase is flagged'),
    href: '/dashboard/purchases?state=flagged&flag=other',
  },
  'a status word without a meaning': {
    kind: 'words_unknown',
    begin: () => flag('unknown_status'),
    over: resolved,
    mail: upstreamHas('1 purchase has words that the panel does not know'),
    href: '/dashboard/purchases?state=flagged&flag=words',
  },
  'an unknown purchase that was answered in words without a meaning': {
    kind: 'words_unknown',
    begin: () => forward(`${unknown}, answer_words = 'Nope', unknown_words = 'Nope'`),
    over: () => withdrawn(),
    also: { kind: 'purchases_unknown', count: 1, href: '/dashboard/purchases?state=unknown' },
    mail: [
      upstreamHas('1 purchase has words that the panel does not know'),
      upstreamHas('1 purchase may or may not have been bought'),
    ],
    href: '/dashboard/purchases?state=flagged&flag=words',
  },
  'a status that can not be read': {
    kind: 'words_unknown',
    begin: () => flag('unreadable_status'),
    over: resolved,
    mail: upstreamHas('1 purchase has words that the panel does not know'),
    href: '/dashboard/purchases?state=flagged&flag=words',
  },
  'a purchase at a loss': {
    kind: 'losses',
    begin: () => flag('overcharged'),
    over: resolved,
    mail: upstreamHas('1 purchase cost more than it should'),
    href: '/dashboard/purchases?state=flagged&flag=losses',
  },
  'orders that wait for funds': {
    kind: 'waiting_funds',
    async begin() {
      await forward(`state = 'waiting_funds', due_at = now()`);
      await forward(`state = 'waiting_funds', due_at = now()`);
    },
    over: () =>
      db.execute(
        sql`update forwards set state = 'withdrawn', due_at = null, ended_at = now() where state = 'waiting_funds'`,
      ),
    count: 2,
    mail: upstreamHas('2 orders wait for the balance at their supplier'),
    href: '/dashboard/purchases?state=waiting_funds',
  },
  'a supplier that does not answer while orders wait': {
    kind: 'supplier_unreachable',
    async begin() {
      await set({ unreachableSince: sql`now() - interval '6 minutes'` });
      expect(await kinds()).toEqual([]);
      await forward(`next_supplier_id = ${supplier.id}`);
    },
    async over() {
      await set({ unreachableSince: sql`now() - interval '4 minutes'` });
      expect(await kinds()).toEqual([]);
      await set({ unreachableSince: null });
      await withdrawn();
    },
    mail: upstreamHas('1 supplier does not answer, and orders wait'),
    href: '/dashboard/suppliers?only=unreachable',
  },
  'a supplier that the panel stopped': {
    kind: 'supplier_stopped',
    begin: () => set({ stoppedAt: new Date(), stoppedReason: 'unknowns' }),
    over: () => set({ stoppedAt: null, stoppedReason: null }),
    mail: upstreamHas('1 supplier is stopped'),
    href: '/dashboard/suppliers?only=stopped',
  },
  'a supplier that a person stopped': {
    kind: 'supplier_stopped',
    begin: () => set({ stoppedAt: new Date(), stoppedReason: 'person', stoppedBy: admin.id }),
    over: () => set({ stoppedAt: null, stoppedReason: null, stoppedBy: null }),
    href: '/dashboard/suppliers?only=stopped',
  },
  'a low balance': {
    kind: 'supplier_low',
    begin: () => set({ balanceMicros: sql`1`, balanceAt: new Date(), lowBalanceMicros: sql`2` }),
    over: () => set({ balanceMicros: sql`3` }),
    mail: upstreamHas('1 supplier is low on balance'),
    href: '/dashboard/suppliers?only=low',
  },
  'a service that the panel paused': {
    kind: 'services_paused',
    begin: () => pause({ hidden: true, pausedAt: new Date(), pausedReason: 'below_cost' }),
    over: () => pause({ pausedAt: null, pausedReason: null, hidden: false }),
    mail: '1 service was paused by the panel',
    href: '/dashboard/manageServices?shelf=paused',
  },
  'a line that is dearer than accepted': {
    kind: 'lines_waiting',
    begin: () => waitFor('dearer'),
    over: () => waitFor(null),
    mail: upstreamHas('1 line of a list is dearer than accepted'),
    href: /^\/dashboard\/suppliers\/\d+\?change=dearer$/,
  },
  'a line that is much cheaper': {
    kind: 'lines_waiting',
    begin: () => waitFor('doubted'),
    over: () => waitFor(null),
    href: /^\/dashboard\/suppliers\/\d+\?change=cheaper$/,
  },
  'lines that can not be read': {
    kind: 'lines_unreadable',
    begin: () => set({ linesUnreadable: 3 }),
    over: () => set({ linesUnreadable: 0 }),
    count: 3,
    mail: upstreamHas('3 lines of lists can not be read'),
    href: /^\/dashboard\/suppliers\/\d+\?change=unreadable$/,
  },
  'a job without progress': {
    kind: 'stuck',
    async begin() {
      const { id } = await makeJob(app.deps, admin);
      await db.execute(sql`update jobs set starts_at = now() - interval '14 minutes' where id = ${id}`);
      expect(await kinds()).toEqual([]);
      await db.execute(sql`update jobs set starts_at = now() - interval '16 minutes' where id = ${id}`);
    },
    over: () => db.execute(sql`update jobs set ended_at = now()`),
    mail: '1 bulk job does not go on',
    href: /^\/dashboard\/jobs\/\d+$/,
  },
  'an event that is not delivered': {
    kind: 'stuck',
    async begin() {
      const { webhookId } = await makeStoredWebhook(db, customer);
      const waiting = { webhookId, event: 'order.changed', subjectId: 1, needsRelay: false } as const;
      await db.insert(webhookDeliveries).values({ ...waiting, createdAt: sql`now() - interval '11 minutes'` });
      await db.insert(webhookDeliveries).values(waiting);
    },
    over: () => db.delete(webhookDeliveries),
    mail: '1 event of a webhook waits for its first delivery',
    href: /^\/dashboard\/users\/\d+$/,
  },
  'work that was set aside': {
    kind: 'set_aside',
    async begin() {
      await makeSetAside(db, { setAsideAt: null, lockOwner: 7 });
      await makeSetAside(db, { kind: 'dreams' });
      await makeSetAside(db);
    },
    over: () => db.delete(queueClaims),
    mail: '1 piece of background work was set aside',
    href: '/dashboard/jobs?tab=setAside',
  },
  'a phone that is silent': {
    kind: 'device_silent',
    async begin() {
      const phone = await makeDevice(app.deps, admin);
      const seen = (minutes: number) =>
        db
          .update(paymentDevices)
          .set({ seenAt: ago(minutes * 60) })
          .where(eq(paymentDevices.id, phone.id));
      await seen(14);
      expect(await kinds()).toEqual([]);
      await seen(16);
    },
    over: () => db.update(paymentDevices).set({ revokedAt: new Date() }),
    mail: '1 phone sends no payment messages',
    href: '/dashboard/messages?tab=devices',
  },
  'money that nobody claims': {
    kind: 'money_unclaimed',
    async begin() {
      await insertPayment('unclaimed', 71);
      expect(await kinds()).toEqual([]);
      await insertPayment('unclaimed', 73);
    },
    over: () => db.delete(evidence),
    mail: '1 payment that nobody has claimed for 3 days',
    href: '/dashboard/messages?state=unclaimed&late=true',
  },
  'a message that a person has to look at': {
    kind: 'messages_held',
    async begin() {
      await insertPayment('held', 24 * 8);
      expect(await kinds()).toEqual([]);
      await insertPayment('held', 1);
    },
    over: () => db.delete(evidence),
    mail: '1 payment message waits for a person',
    href: '/dashboard/messages?state=held',
  },
  'a server without its background worker': {
    kind: 'background_down',
    async begin() {
      const outage = (since: number, seen: number) =>
        db.insert(backgroundOutages).values({
          ...{ server: randomUUID(), since: ago(since), seenAt: ago(seen) },
        });
      await outage(29, 0);
      // Nobody looks any more: the server itself is gone.
      await outage(90, 31);
      expect(await kinds()).toEqual([]);
      await outage(31, 29);
    },
    over: () => db.delete(backgroundOutages),
    mail: '1 background worker of a server is down, and emails, webhooks and purchases wait: look at its log',
    href: '',
  },
  'no address for alarms': {
    kind: 'no_alarm_address',
    begin: () => db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, admin.id)),
    over: () => db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, admin.id)),
    href: '/dashboard/settings?section=alarms',
  },
};

test('a line of a service that was deleted waits for nobody', async () => {
  const deleted = await makeService(db, { deletedAt: new Date() });
  await makeSource(db, deleted, supplier, { externalId: 'deleted', source: { waiting: 'dearer' } });
  expect(await kinds()).toEqual([]);
});

/** Two services that are bought by one line. */
async function waitFor(waiting: 'dearer' | 'doubted' | null) {
  await db.update(serviceSources).set({ waiting });
}

beforeAll(async () => {
  for (let count = 0; count < 2; count++) await makeSource(db, await makeService(db), supplier);
  await db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, admin.id));
});

beforeEach(() => db.execute(sql`delete from alarms`));

test.for(Object.entries(cases))(
  '%s is one line that begins and ends with its cause, and one mail an hour',
  async ([, each]) => {
    const { kind, begin, over, mail = [], also, href, count = 1 } = each;
    const mails = [mail].flat();
    expect(await kinds()).toEqual([]);
    for (let time = 0; time < 2; time++) {
      await begin();
      const matching = typeof href === 'string' ? href : (expect.stringMatching(href) as string);
      expect(await kinds()).toEqual([...(also ? [also] : []), { kind, count, href: matching }]);
      // Two servers may look at the same time.
      await Promise.all([raise(), raise()]);
      // Within the hour nothing more is said; the second time it is later.
      expect((await mailed()).toSorted()).toEqual(time === 1 ? [] : mails);
      if (time === 1) {
        await hourLater();
        await raise();
        expect((await mailed()).toSorted()).toEqual(mails);
      }
      await raise();
      expect(await mailed()).toEqual([]);
      await over();
      expect(await kinds()).toEqual([]);
      await raise();
      expect(await mailed()).toEqual([]);
    }
  },
);

test('a kind on several pages is once in the kinds, with all its rows and its first page, and has a line for each page', async () => {
  const parts = [cases['a job without progress'], cases['an event that is not delivered']];
  for (const part of parts) await part?.begin();
  const { kinds: found, lines } = await readAttention({ db, config }, admin.actor);
  const hrefs = [expect.stringMatching(/^\/dashboard\/jobs\/\d+$/), expect.stringMatching(/^\/dashboard\/users\/\d+$/)];
  expect(found).toEqual([{ kind: 'stuck', count: 2, href: hrefs[0] }]);
  expect(lines).toEqual(hrefs.map((href) => ({ kind: 'stuck', count: 1, href })));
  for (const part of parts) await part?.over();
});

test('each line leads to a page of the client that knows its filter', async () => {
  const patterns = Object.values(await fromClient<Record<string, string>>('lib/paths.ts', 'paths')).map(
    (path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  );
  const known: Record<string, readonly string[]> = {
    section: await fromClient('lib/settings-sections.ts', 'settingsSections'),
    state: [
      ...(await fromClient<string[]>('features/admin/purchases/forward.ts', 'forwardFilters')),
      ...evidenceStates,
    ],
    late: ['true'],
    flag: flagGroups,
    shelf: serviceShelves,
    tab: ['setAside', 'devices'],
    only: await fromClient('lib/supplier-paths.ts', 'supplierFilters'),
    change: ['dearer', 'cheaper', 'unreadable'],
  };
  for (const { begin, over } of Object.values(cases)) {
    await begin();
    for (const { href } of await kinds()) {
      const url = new URL(href, 'https://panel.test');
      expect(
        patterns.some((pattern) => pattern.test(url.pathname)),
        href,
      ).toBe(true);
      for (const [name, value] of url.searchParams) expect(known[name], href).toContain(value);
    }
    await over();
  }
});

test('within an hour a kind is mailed once, however many rows begin, and then with all of them if there are more', async () => {
  const first = await flag('money_back');
  await raise();
  expect(await mailed()).toEqual([upstreamHas('1 purchase is flagged')]);
  const second = await makeSupplier(db, app.deps.secrets, upstream, { name: 'Second' });
  const others = [await flag('money_back'), await flag('money_back', `${accepted}, supplier_id = ${second.id}`)];
  await raise();
  expect(await mailed()).toEqual([]);
  await hourLater();
  await raise();
  expect(await mailed()).toEqual(['3 purchases are flagged (Upstream, Second)']);
  // As many as before, and one of them is new.
  await hourLater();
  await moved('flag = null, flagged_at = null', first);
  await raise();
  expect(await mailed()).toEqual([]);
  others.push(await flag('money_back'));
  await raise();
  expect(await mailed()).toEqual(['3 purchases are flagged (Upstream, Second)']);
  // Nothing is new.
  await hourLater();
  await raise();
  expect(await mailed()).toEqual([]);
  for (const id of others) await moved('flag = null, flagged_at = null', id);
});

test('an unknown purchase that its supplier settles by itself is no alarm for ten minutes', async () => {
  await set({ idempotent: true });
  await forward(unknown);
  await raise();
  expect(await mailed()).toEqual([]);
  await moved(`unknown_since = now() - interval '11 minutes'`);
  await raise();
  expect(await mailed()).toEqual([upstreamHas('1 purchase may or may not have been bought')]);
  await withdrawn();
  await set({ idempotent: false });
});

test('a late backup is a line, where a schedule says that one is due', async () => {
  const backup = { to: '/srv/backups', everyMs: 3_600_000, keep: 48 };
  const { kinds: found } = await readAttention({ db, config: { ...config, backup } }, admin.actor);
  expect(found).toEqual([{ kind: 'backup_late', count: 1, href: '/dashboard#backup' }]);
});

test('the flags of a group are listed by its filter', async () => {
  const listed = async (flagged: 'losses' | 'words' | 'other' | true) =>
    (await api.forwards.list.query({ flag: flagged })).items.map(({ orderId }) => orderId);
  const words = await flag('unknown_status');
  const loss = await flag('overcharged');
  const other = await flag('money_back');
  const unsure = await flag('link_in_use', unknown);
  const wordless = await forward(`${unknown}, answer_words = 'Nope', unknown_words = 'Nope'`);
  const known = await forward(`${unknown}, answer_words = 'May be bought'`);
  expect(await listed('words')).toEqual([wordless, words]);
  expect(await listed('other')).toEqual([other]);
  expect(await listed('losses')).toEqual([loss]);
  expect(await listed(true)).toEqual([unsure, other, loss, words]);
  for (const id of [words, loss, other]) await moved('flag = null, flagged_at = null', id);
  for (const id of [unsure, wordless, known]) await withdrawn(id);
});

test('the overview has what needs a person, and counts the rest', async () => {
  // The time may be missing: a late answer says that the link is in use, and a person resolves the flag.
  await forward(`state = 'unknown', due_at = null, unknown_since = null`);
  for (let count = 0; count < 6; count++)
    await forward(`state = 'unknown', due_at = null, unknown_since = now() - interval '${count} minutes'`);
  await db
    .update(services)
    .set({ hidden: true, pausedAt: new Date(), pausedReason: 'below_cost' })
    .where(eq(services.id, service.id));
  // By name it would be the first.
  await makeSupplier(db, app.deps.secrets, upstream, { name: 'A calm one' });
  await set({ stoppedAt: new Date(), stoppedReason: 'unknowns' });
  const {
    undecided,
    pausedServices,
    suppliers: [first, second],
  } = await attention();
  expect(undecided.count).toBe(7);
  expect(undecided.items).toHaveLength(5);
  const ages = undecided.items.map(({ since }) => Date.parse(since));
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  expect(undecided.items[0]).toMatchObject({ state: 'unknown', flag: null, supplierName: 'Upstream' });
  expect(pausedServices).toMatchObject({ count: 1, items: [{ id: service.id, name: 'Likes', reason: 'below_cost' }] });
  expect(first).toMatchObject({ id: supplier.id, name: 'Upstream', balance: '0.000003', isLow: false, stopped: true });
  expect(second).toMatchObject({ name: 'A calm one', stopped: false, waitingFunds: 0 });
  await set({ stoppedAt: null, stoppedReason: null });
  await db.update(services).set({ hidden: false }).where(eq(services.id, service.id));
});

test('an order is stuck once it takes longer than 95 % of the deliveries of its service', async () => {
  const usual = await makeService(db, { name: 'Usual' });
  for (let minutes = 1; minutes <= 20; minutes++) {
    const { id } = await makeOrder(db, customer, { serviceId: usual.id });
    await db.$client`update orders set status = 'completed' where id = ${id}`;
    await db.$client`insert into order_events (order_id, seq, from_status, to_status, actor_id, at)
      select id, 1, 'pending', 'completed', ${admin.id}, created_at + make_interval(mins => ${minutes}) from orders where id = ${id}`;
  }
  deliveryTimes.forget(db);
  const bought = `state = 'accepted', due_at = null, external_order_id = gen_random_uuid()::text`;
  const late = await forward(`${bought}, accepted_at = now() - interval '30 minutes'`, usual.id);
  await forward(`${bought}, accepted_at = now() - interval '5 minutes'`, usual.id);
  const expected = {
    count: 1,
    items: [{ orderId: late, serviceName: 'Usual', supplierName: 'Upstream', p95Minutes: 19 }],
  };
  // The overview may be some seconds old.
  await vi.waitFor(async () => expect((await attention()).stuck).toMatchObject(expected));
  expect(await kinds()).toContainEqual({
    kind: 'stuck',
    count: 1,
    href: `/dashboard/manageOrders?status=all&q=%23${late}`,
  });
  await raise();
  expect(await mailed()).toContain('1 bought order is late (Upstream)');
  const another = await forward(`${bought}, accepted_at = now() - interval '30 minutes'`, usual.id);
  const both = `/dashboard/manageOrders?status=all&q=%23${late}+%23${another}`;
  expect(await kinds()).toContainEqual({ kind: 'stuck', count: 2, href: both });
  const { items } = await api.orders.list.query({ search: `#${late} #${another}` });
  expect(items.map(({ id }) => id)).toEqual([another, late]);
  // A search names some twenty orders: of more the first ones, and never a part of a number, which would be another order's.
  const many = [late, another];
  while (many.length < 60) many.push(await forward(`${bought}, accepted_at = now() - interval '30 minutes'`, usual.id));
  const { count, href = '' } = (await kinds()).find(({ kind }) => kind === 'stuck') ?? {};
  expect(count).toBe(many.length);
  const search = new URL(href, 'http://localhost').searchParams.get('q') ?? '';
  const found = await api.orders.list.query({ search, limit: 100 });
  expect(found.items.length).toBeGreaterThan(10);
  expect(many).toEqual(expect.arrayContaining(found.items.map(({ id }) => id)));
  expect(search.split(' ')).toHaveLength(found.items.length);
});

/** A value of the client, whose types need a browser's. */
async function fromClient<Value = readonly string[]>(file: string, name: string): Promise<Value> {
  const module = (await import(/* @vite-ignore */ `../../../client/src/${file}`)) as Record<string, unknown>;
  return module[name] as Value;
}

type ServiceChanges = Parameters<ReturnType<typeof db.update<typeof services>>['set']>[0];
function pause(changes: ServiceChanges) {
  return db.update(services).set(changes).where(eq(services.id, service.id));
}

type Changes = Parameters<ReturnType<typeof db.update<typeof suppliers>>['set']>[0];
function set(changes: Changes) {
  return db.update(suppliers).set(changes).where(eq(suppliers.id, supplier.id));
}

/** A forward of a new order. @returns the order's id */
async function forward(changes: string, serviceId = service.id): Promise<number> {
  const order = await makeOrder(db, customer, { serviceId });
  last = order.id;
  await db.$client.begin(async (client) => {
    // A test may skip the states on the way.
    await client`set local session_replication_role = replica`;
    await client`insert into forwards (order_id, supplier_id, external_id, cost_micros, rate_picos, cost_nanos)
      values (${order.id}, ${supplier.id}, '1', 1, 1, 1)`;
    await client.unsafe(`update forwards set ${changes} where order_id = ${order.id}`);
  });
  return order.id;
}

function moved(changes: string, orderId = last) {
  return db.$client.unsafe(`update forwards set ${changes} where order_id = ${orderId}`);
}
