import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest';
import { waitForEnd } from '#db/embedded/processes.ts';
import { startDurableDatabase, type TestDatabase } from '#db/testing/database.ts';
import { createPasswords } from '../base/identity/passwords.ts';
import { createAdmin } from '../features/users/create-admin.ts';
import { until } from '../testing/forwarder.ts';
import { postTo } from '../testing/http.ts';
import { launchServer, type Panel } from '../testing/panel.ts';

const METRICS_TOKEN = 'a token of this test that is long enough to be one';
const ADMIN = { userName: 'keeper', password: 'a long admin password' };
const ENDLESS_LOOP = new URL('../testing/endless-loop.ts', import.meta.url).href;
const PATIENCE_MS = 180_000;
/** Longer than a worker may be silent. */
const LONGER_THAN_A_HANG_MS = 12_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await startDurableDatabase();
}, PATIENCE_MS);
afterAll(() => database.drop(), PATIENCE_MS);

async function start({ onTestFinished }: TestContext, { url } = database) {
  const panel = await launchServer({
    DATABASE_URL: url,
    JWT_SECRET: 'a secret of this test that is long enough to be one',
    METRICS_TOKEN,
    NODE_OPTIONS: `--import=${ENDLESS_LOOP}`,
  });
  onTestFinished(panel.kill, PATIENCE_MS);
  return panel;
}

/** At the same time, because each waits longer than a worker may be silent. */
describe.concurrent('a worker', { timeout: PATIENCE_MS }, () => {
  it.for([
    ['suspended', 'SIGSTOP'],
    ['in an endless loop', 'SIGUSR2'],
  ] as const)('that is %s is replaced, logged and counted', async ([_how, signal], context) => {
    const panel = await start(context);
    await panel.ready();
    const hung = panel.workerPid();
    process.kill(hung, signal);
    await panel.hasPrinted('worker 0 ended (it sent no heartbeat for 10 s and was killed)');
    expect(await waitForEnd(hung, PATIENCE_MS)).toBe(true);
    await panel.ready();
    expect(panel.workerPid()).not.toBe(hung);
    const metrics = await fetch(`${panel.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(await metrics.text()).toMatch(/^restarts_total\{.*part="workers".*\} 1$/m);
  });

  it('in the background is replaced, too; meanwhile the shop serves on, and calls that wait for it say so', async (context) => {
    // Its own, because a background worker makes the calls of every panel of a database.
    const own = await startDurableDatabase();
    context.onTestFinished(() => own.drop(), PATIENCE_MS);
    const panel = await start(context, own);
    await panel.ready();
    await panel.hasPrinted('the background worker started');
    await createAdmin(own.db, createPasswords(), ADMIN);
    const post = postTo(panel.url);
    // A worker that just started may be busy on a slow machine.
    const login = () => post('auth.login', ADMIN) as Promise<{ data?: { tokens: { accessToken: string } } }>;
    const { tokens } = await vi.waitUntil(async () => (await login()).data, { timeout: PATIENCE_MS });
    const headers = { authorization: `Bearer ${tokens.accessToken}` };
    const testAlarms = () => post('admin.alarms.test', undefined, { headers });
    await until(async () => (await testAlarms()).data, { ok: false }, PATIENCE_MS);
    const hung = panel.backgroundPid();
    process.kill(hung, 'SIGSTOP');
    expect((await testAlarms()).data).toEqual({ running: true });
    await panel.ready();
    await panel.hasPrinted('the background worker ended (it sent no heartbeat for 10 s and was killed)');
    await panel.hasPrinted('the background worker started', 2);
    expect(panel.backgroundPid()).not.toBe(hung);
    await until(async () => (await testAlarms()).data, { ok: false }, PATIENCE_MS);
    // The call that was made while it hung was made once.
    const [made] = await own.db.execute<{ calls: number; entries: number }>(sql`
      select (select count(*)::int from background_calls) as calls,
        (select count(*)::int from audit_entries where action = 'settings.testAlarms') as entries`);
    expect(made?.calls).toBe(made?.entries);
    const metrics = await fetch(`${panel.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const text = await metrics.text();
    expect(text).toMatch(/^restarts_total\{.*part="background".*\} 1$/m);
    expect(text).toMatch(/^background_up\{process="0"\} 1$/m);
    expect(text).toMatch(/^process_cpu_seconds_total\{process="background"\} /m);
    expect(panel.output().match(/worker 0 started/g)).toHaveLength(1);
  });

  it('is not killed for a long migration', async (context) => {
    // Its own, because the lock holds up every panel of a database.
    const migrated = await startDurableDatabase();
    context.onTestFinished(() => migrated.drop(), PATIENCE_MS);
    const migration = await migrated.db.$client.reserve();
    await migration`select pg_advisory_lock(7250114)`;
    const panel = await start(context, migrated);
    await panel.hasPrinted('worker 0 started');
    await sleep(LONGER_THAN_A_HANG_MS);
    await migration`select pg_advisory_unlock(7250114)`;
    migration.release();
    await panel.ready();
    expectNoRestart(panel);
  });

  it('is not killed for a suspended supervisor', async (context) => {
    const panel = await start(context);
    await panel.ready();
    process.kill(panel.pid, 'SIGSTOP');
    await sleep(LONGER_THAN_A_HANG_MS);
    process.kill(panel.pid, 'SIGCONT');
    // The response passes through the supervisor, so both work again.
    await panel.ready();
    await sleep(2_000);
    expectNoRestart(panel);
  });
});

function expectNoRestart(panel: Panel): void {
  expect(panel.output().match(/worker 0 started/g)).toHaveLength(1);
  expect(panel.output()).not.toContain('sent no heartbeat');
}
