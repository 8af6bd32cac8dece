import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFailed, vi } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { openSql } from '#db/connection.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { startDurableDatabase, type TestDatabase } from '#db/testing/database.ts';
import { freePort } from '#db/testing/free-port.ts';
import { startPooler } from '#db/testing/pooler.ts';
import { STANDBY_NAME, startReplicatedPostgres, urlOfAll } from '#db/testing/replicated-postgres.ts';
import { LISTENER_NAME } from '../base/events/event-bus.ts';
import { registerFields } from '../testing/app.ts';
import { postTo } from '../testing/http.ts';
import { launchServer } from '../testing/panel.ts';

const PATIENCE_MS = 180_000;

let database: TestDatabase;
const cleanUps: (() => Promise<void>)[] = [];
const onEnd = (cleanUp: () => Promise<void>) => void cleanUps.unshift(cleanUp);
beforeEach(async () => {
  database = await startDurableDatabase();
  onEnd(() => database.drop());
}, PATIENCE_MS);
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
}, PATIENCE_MS);

async function start(env: Record<string, string>) {
  const secret = 'a secret of this test that is long enough to be one';
  const panel = await launchServer({ JWT_SECRET: secret, ...env });
  onEnd(panel.kill);
  onTestFailed(() => void process.stderr.write(panel.output()));
  return panel;
}

async function startReady(env: Record<string, string>) {
  const panel = await start(env);
  await panel.ready();
  return panel;
}

/** Retries while the panel is busy: passwords that wait too long for a processor are refused. */
async function register(url: string, fields: ReturnType<typeof registerFields>): Promise<number> {
  for (;;) {
    const { status } = await postTo(url)('auth.register', fields);
    if (status !== 503) return status;
  }
}

async function poolerBefore(target: string, knowsPrepared: boolean): Promise<string> {
  const pooler = await startPooler({ target, knowsPrepared });
  onEnd(() => pooler.close());
  return pooler.url;
}

it(
  'the URL and the secret are read from files once: a worker that is restarted has those of the others',
  async () => {
    const { dataDir, remove } = newDataDir();
    onEnd(async () => remove());
    const [url, secret] = [join(dataDir, 'url'), join(dataDir, 'secret')];
    writeFileSync(url, `${database.url}\n`);
    writeFileSync(secret, 'a secret of this test that is long enough to be one\n');
    const panel = await startReady({ DATABASE_URL_FILE: url, JWT_SECRET: '', JWT_SECRET_FILE: secret });
    expect(await register(panel.url, registerFields())).toBe(200);

    for (const file of [url, secret]) rmSync(file);
    process.kill(panel.workerPid(), 'SIGKILL');
    await panel.hasPrinted('worker 0 started', 2);
    await panel.ready();
    expect(await register(panel.url, registerFields())).toBe(200);
  },
  PATIENCE_MS,
);

it(
  'the panel refuses to start behind a pooler that gives each transaction another connection',
  async () => {
    const old = await start({ DATABASE_URL: await poolerBefore(database.url, false) });
    expect(await old.ended).toBe(1);
    expect(old.output()).toMatch(/Could not start: DATABASE_URL leads through a pooler .*set pool_mode=session/);

    const recent = await start({ DATABASE_URL: await poolerBefore(database.url, true) });
    expect(await recent.ended).toBe(1);
    expect(recent.output()).toMatch(/Could not start: DATABASE_URL leads through a pooler .*DATABASE_DIRECT_URL/);
  },
  PATIENCE_MS,
);

it(
  'with DATABASE_DIRECT_URL it serves through a pooler with prepared statements, and listens without it',
  async () => {
    const panel = await startReady({
      DATABASE_URL: await poolerBefore(database.url, true),
      DATABASE_DIRECT_URL: database.url,
      METRICS_PORT: String(await freePort()),
    });
    const people = Array.from({ length: 5 }, () => registerFields());
    const statuses = await Promise.all(people.map((fields) => register(panel.url, fields)));
    expect(statuses).toEqual(Array(5).fill(200));

    const sql = openSql(database.url, { max: 1 });
    const names = await sql<{ userName: string }[]>`select user_name as "userName" from users where role <> 'admin'`;
    expect(names.map(({ userName }) => userName).toSorted()).toEqual(people.map(({ userName }) => userName).toSorted());
    // The pooler drops application names.
    const listeners = await sql`select 1 from pg_stat_activity where application_name = ${LISTENER_NAME}`;
    expect(listeners).toHaveLength(1);
    await sql.end();
    expect(panel.output()).toMatch(/the timeouts that the panel sets do not reach the server/);
  },
  PATIENCE_MS,
);

it(
  'reports how many standbys a commit waits for, and refuses to start without a required one',
  async () => {
    const alone = await start({ DATABASE_URL: database.url, REQUIRE_SYNC_STANDBY: '1' });
    expect(await alone.ended).toBe(1);
    expect(alone.output()).toMatch(/Could not start: No commit waits for a standby.*synchronous_standby_names/);

    const servers = await startReplicatedPostgres();
    onEnd(() => servers.stop());
    const db = connect(servers.primary.adminUrl, { max: 1 });
    await db.$client.unsafe(`alter system set synchronous_standby_names = 'ANY 1 (${STANDBY_NAME}, other)'`);
    await db.$client`select pg_reload_conf()`;
    await closeDb(db);

    const metricsPort = await freePort();
    const panel = await startReady({
      DATABASE_URL: urlOfAll([servers.standby, servers.primary]),
      REQUIRE_SYNC_STANDBY: '1',
      METRICS_PORT: String(metricsPort),
    });
    expect(panel.output()).toContain('a commit waits for 1 standby');
    await vi.waitFor(async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      expect(text).toMatch(/^database_commit_standbys\{process="background"\} 1$/m);
      expect(text).toMatch(/^database_standbys_connected\{process="background"\} 1$/m);
    }, PATIENCE_MS);
  },
  PATIENCE_MS,
);
