import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startDurableDatabase, type TestDatabase } from '#db/testing/database.ts';
import { getJob } from '../../features/jobs/get-job.ts';
import { startJob } from '../../features/jobs/start-job.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { makeManyOrders } from '../../testing/bulk-runner.ts';
import { makeAdmin, makeDue } from '../../testing/factories.ts';
import { launchServer, type Panel } from '../../testing/panel.ts';
import { withoutEvents } from '../../testing/without-events.ts';

/** For a machine that runs all other tests at the same time. */
const PATIENCE_MS = 1_800_000;
const ROWS = 3000;
/** Where a worker is killed, in rows; at the fourth the whole panel is, with its supervisor. */
const KILLS = [300, 750, 1200, 1650, 2250];
const RESTART_AT = 3;

let database: TestDatabase;
beforeAll(async () => {
  database = await startDurableDatabase();
}, PATIENCE_MS);
afterAll(() => database.drop(), PATIENCE_MS);

test('a job of 3,000 orders goes on after its worker and the panel were killed, each row once', {
  timeout: PATIENCE_MS,
}, async ({ onTestFinished }) => {
  const { db, url } = database;
  const start = () =>
    launchServer({
      DATABASE_URL: url,
      JWT_SECRET: 'a secret of this test that is long enough to be one',
      PROCESSES: '2',
    });
  let panel: Panel = await start();
  onTestFinished(() => panel.kill(), PATIENCE_MS);
  await panel.ready();
  const admin = await makeAdmin(db);
  const ids = await makeManyOrders(db, ROWS);
  const { job } = await startJob(withoutEvents(db), admin.actor, {
    kind: 'orders',
    decision: 'reject',
    rows: ids.map((id) => ({ id, expectedStatus: 'pending' })),
  });
  const now = async () => (await getJob(db, admin.actor, { id: job.id, withRows: false })).job;
  await makeDue(db);

  const beganMs = performance.now();
  for (const [nth, rows] of KILLS.entries()) {
    await vi.waitFor(async () => expect((await now()).done).toBeGreaterThan(rows), {
      timeout: PATIENCE_MS,
      interval: 20,
    });
    if (nth === RESTART_AT) {
      await panel.kill();
      panel = await start();
    } else {
      process.kill(panel.backgroundPid(), 'SIGKILL');
    }
  }
  await vi.waitFor(async () => expect((await now()).endedAt).not.toBeNull(), { timeout: PATIENCE_MS, interval: 100 });
  console.info(`${Math.round((ROWS / (performance.now() - beganMs)) * 1000)} rows per second, kills included`);

  expect(await now()).toMatchObject({ status: 'done', done: ROWS, refused: 0, movedNanos: '30000000000' });
  const { rows } = await getJob(db, admin.actor, { id: job.id, withRows: true });
  expect(rows).toEqual(ids.map((id) => ({ id, outcome: 'done' })));
  const [counts] = await db.execute(sql`
    select (select count(*)::int from orders where status = 'rejected') as rejected,
      (select count(*)::int from ledger where kind = 'order_refund') as refunds,
      (select count(*)::int from order_events where actor_id = ${admin.id}) as decisions,
      (select count(*)::int from audit_entries where admin_id = ${admin.id}) as entries,
      (select count(*)::int from audit_entries where admin_id = ${admin.id} and is_first) as firsts`);
  const each = { rejected: ROWS, refunds: ROWS, decisions: ROWS, entries: ROWS, firsts: 1 };
  expect(counts).toEqual(each);
  expect((await checkLedger(db)).problems).toEqual([]);
});
