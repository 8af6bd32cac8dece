import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { statusKinds } from '#server/background/statuses.ts';
import { startQueue } from '#server/base/queue/queue.ts';
import { startEventBus } from '#server/events/event-bus.ts';
import { createOutbound } from '#server/outbound/outbound.ts';
import { createSecretBox } from '#server/secrets/secret-box.ts';
import { startForwarder } from '#server/suppliers/forwarder/start-forwarder.ts';
import { createSupplierClient } from '#server/suppliers/protocols/client.ts';
import { nextStatus } from '#server/suppliers/status/status-schedule.ts';
import { dollars, makeOrder, makeService, makeUser } from '#server/testing/factories.ts';
import { startSupplierServer } from '#server/testing/supplier-server.ts';
import { makeSource, makeSupplier } from '#server/testing/suppliers.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { inLab, type Lab, type LabDatabase } from '../lab.ts';
import { shown, tableOf } from '../table.ts';

const { options } = readCommandLine({
  name: 'npm run bench:forwards',
  purpose: `Buys orders at a supplier on this machine and completes them, and prints the disk that a purchase takes beside its order. Then
computes from the schedule of statuses how many open orders a supplier's calls a minute carry. For docs/performance.md; it has no gate.`,
  options: {
    orders: { takes: 'N', default: 3_000, min: 100, max: 100_000, means: 'orders that are bought' },
    calls: { takes: 'N', default: 60, min: 1, max: 6_000, means: 'calls a minute that a supplier allows' },
  },
  example: 'npm run bench:forwards -- --orders 10000',
});

const TABLES = ['forwards', 'forward_events', 'supplier_calls', 'supplier_entries', 'order_progress', 'order_events'];
const MANY_CALLS = 6_000;

/** Of the orders that are placed: the share in percent, and minutes after which 10 % and 90 % of them are delivered. */
const MIX: [name: string, percent: number, soonest: number, latest: number, delivered?: number][] = [
  ['half an hour', 40, 10, 120],
  ['six hours', 30, 120, 1_080],
  ['a day', 20, 480, 4_320],
  ['three days', 8, 1_440, 12_960],
  ['a day, but never delivered: 30 days', 2, 480, 4_320, 43_200],
];
const SAMPLES = 400;
const MINUTES_BEFORE = 15;
/** Once a day for a week. */
const AFTER_END = 7;

console.log(
  await inLab(async (lab) => {
    const database = await lab.newDatabase('forwards');
    console.log(await carried(database.db));
    return diskOfPurchases(lab, database);
  }),
);

/** Buys and completes orders as the panel does, and measures the tables that a purchase adds to. */
async function diskOfPurchases(lab: Lab, { db, url }: LabDatabase): Promise<string> {
  const log = { info: () => {}, warn: console.error, error: console.error };
  const secrets = createSecretBox(randomBytes(32).toString('base64'), log);
  const client = createSupplierClient({
    db,
    secrets,
    log,
    outbound: createOutbound({ policy: { allowLoopback: true } }),
  });
  const server = await startSupplierServer({ takesRequestId: true, balance: 1e12 });
  const events = startEventBus({ db, url, log });
  const idempotent = { idempotent: true, callsPerMinute: MANY_CALLS };
  const supplier = await makeSupplier(db, secrets, server, idempotent);
  const service = await makeService(db);
  await makeSource(db, service, supplier);
  const customer = await makeUser(db, { balanceNanos: dollars(options.orders * 2) });
  const before = await sizes(db);
  const queue = startQueue({ db, directUrl: url, events, log, lookEveryMs: 100 });
  startForwarder({ db, queue, client, events, log, lookEveryMs: 100 });
  for (const kind of statusKinds({ db, client, events, log })) queue.add(kind);
  lab.onEnd(async () => {
    await queue.stop();
    await events.stop();
    await server.close();
  });
  for (let count = 0; count < options.orders; count++)
    await makeOrder(db, customer, {
      serviceId: service.id,
      link: `https://example.com/some-page/posts/${1e9 + count}`,
    });
  const all = async (condition: string) => {
    while ((await countOf(db, condition)) < options.orders) await sleep(200);
  };
  await all(`state = 'accepted'`);
  // A status in between, which is the first, and the last one.
  for (const status of ['In progress', 'Completed']) {
    for (const id of server.orders.keys()) server.setStatus(id, { status, remains: status === 'Completed' ? 0 : 500 });
    await db.execute(sql`update forwards set status_due_at = now()`);
    await all(`supplier_status = '${status}'`);
  }
  const after = await sizes(db);
  const rows = TABLES.map((name) => [name, shown(((after[name] ?? 0) - (before[name] ?? 0)) / options.orders)]);
  const total = TABLES.reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0) / options.orders;
  return tableOf([['bytes a completed purchase, with indexes', ''], ...rows, ['together', shown(total)]]);
}

async function countOf(db: Db, condition: string): Promise<number> {
  const [row] = await db.$client.unsafe<{ count: number }[]>(`select count(*)::int from forwards where ${condition}`);
  return row?.count ?? 0;
}

async function sizes(db: Db): Promise<Record<string, number>> {
  const rows = await db.$client<{ name: string; bytes: number }[]>`
    select name, pg_total_relation_size(name)::float8 as bytes from unnest(${TABLES}::text[]) as tables (name)`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Follows orders of the mix through the schedule, each from being bought to the status that says it is done. */
async function carried(db: Db): Promise<string> {
  await db.execute(sql`
    create table paced (kind int, soonest int, latest int, delivered float8, asked int default 0, accepted_at timestamptz,
      status_due_at timestamptz, status_late_at timestamptz, done boolean default false)`);
  // Delivery times are log-normal. Two thirds of the samples lie within 10 % and 90 %.
  for (const [kind, [, , soonest, latest, delivered]] of MIX.entries())
    for (let sample = 0; sample < SAMPLES; sample++) {
      const middle = Math.sqrt(soonest * latest);
      const minutes = delivered ?? middle * (latest / middle) ** (normalQuantile((sample + 0.5) / SAMPLES) / 1.2816);
      await db.execute(sql`
        insert into paced (kind, soonest, latest, delivered, accepted_at, status_due_at)
        values (${kind}, ${soonest}, ${latest}, ${minutes}, now() - interval '1 minute', now())`);
    }
  const age = sql`extract(epoch from now() - accepted_at) / 60`;
  for (let left = 1; left > 0; ) {
    await db.execute(sql`update paced set asked = asked + 1, done = ${age} >= delivered where not done`);
    await db.execute(sql`
      update paced f set ${nextStatus(sql`null::timestamptz`, { soonest: sql`f.soonest`, latest: sql`f.latest` })} where not done`);
    await db.execute(sql`
      update paced set accepted_at = accepted_at - (status_due_at - now()), status_due_at = now() where not done`);
    const [row] = await db.execute<{ left: number }>(sql`select count(*)::int as left from paced where not done`);
    left = row?.left ?? 0;
  }
  const rows = await db.execute<{ kind: number; asked: number; open: number; late: number; share: number }>(sql`
    select kind, avg(asked)::float8 as asked, avg(${age})::float8 as open, avg(${age} - delivered)::float8 as late,
      percentile_cont(0.95) within group (order by (${age} - delivered) / (${age}))::float8 * 100 as share
    from paced group by kind order by kind`);
  let [asked, open, openBefore] = [0, 0, 0];
  const lines = rows.map((row) => {
    const [name = '', percent = 0] = MIX[row.kind] ?? [];
    asked += (percent / 100) * (row.asked + AFTER_END);
    open += (percent / 100) * row.open;
    openBefore += (percent / 100) * (row.open / MINUTES_BEFORE + 3 + AFTER_END);
    return [name, `${percent} %`, ...[row.asked, row.open / 60, row.late, row.share].map(shown)];
  });
  const head = ['usual time', 'of the orders', 'asked', 'open, h', 'late, min', 'late, % of the wait (95th)'];
  const perMinute = options.calls * 100;
  return [
    tableOf([head, ...lines]),
    `${options.calls} calls a minute carry ${shown((perMinute * open) / asked)} open orders of this mix, asked once in ${shown(open / asked)} min;`,
    `every 15 minutes they carry ${shown((perMinute * open) / openBefore)}. Looks after the end included.`,
  ].join('\n');
}

/** Of the standard normal distribution, by bisection of its sum. @param share above 0 and below 1 */
function normalQuantile(share: number): number {
  let [low, high] = [-8, 8];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return low;
}

function normalShare(value: number): number {
  const steps = 400;
  const width = (value + 8) / steps;
  let sum = 0;
  for (let step = 0; step < steps; step++) sum += Math.exp(-((-8 + (step + 0.5) * width) ** 2) / 2) * width;
  return sum / Math.sqrt(2 * Math.PI);
}
