import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, inject, it } from 'vitest';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { migrate } from '#db/migrate.ts';
import { asAdmin } from '#db/testing/admin.ts';
import { mountSmallDisk } from '#db/testing/small-disk.ts';
import { registerFields, startTestApp, type TestApp, type TestAppOptions } from '../../testing/app.ts';

const cleanUps: (() => unknown)[] = [];
const onEnd = (cleanUp: () => unknown) => void cleanUps.unshift(cleanUp);
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function startApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options);
  onEnd(() => app.close());
  return app;
}

const readiness = async ({ url }: TestApp) => (await fetch(`${url}/readyz`)).status;
const register = (app: TestApp) => app.post('auth.register', registerFields());

/** Writes in both APIs are refused with `Retry-After`, while reads and `/livez` continue. */
async function expectBusy(app: TestApp): Promise<void> {
  const procedure = await register(app);
  expect(procedure).toMatchObject({ status: 503, error: { domainCode: 'busy' } });
  expect(procedure.headers.get('retry-after')).toBe('1');
  const rest = await postRest(app);
  expect(rest.status).toBe(503);
  expect(rest.headers.get('retry-after')).toBe('1');
  expect((await fetch(`${app.url}/livez`)).status).toBe(200);
}

const postRest = ({ url }: TestApp) =>
  fetch(`${url}/api/v1/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registerFields()),
  });

/** Makes new sessions of the app's database read-only, as at a demoted primary, or writable again; open ones stay as they are. */
async function demote({ databaseUrl }: TestApp, isReadOnly: boolean): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await asAdmin(inject('testServer').adminUrl, async (admin) => {
    await admin`alter database ${admin(name)} set default_transaction_read_only = ${admin.unsafe(isReadOnly ? 'on' : 'off')}`;
    if (isReadOnly) await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  });
}

it('a read-only server is busy and not ready, and its connections are replaced by those of a writable one', async () => {
  const app = await startApp();
  const { client } = await app.registerUser();
  await demote(app, true);
  await expect.poll(() => readiness(app)).toBe(503);
  await expectBusy(app);
  await expect.poll(() => client.balance.get.query().catch(() => undefined)).toBeDefined();

  await demote(app, false);
  await expect.poll(() => readiness(app)).toBe(200);
  // Each existing connection is detected by a write.
  const registerTwenty = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(app)));
    return answers.map(({ status }) => status);
  };
  await expect.poll(registerTwenty).toEqual(Array.from({ length: 20 }, () => 200));
});

it('a full disk is busy and not ready until there is space', async ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-test-'));
  chmodSync(folder, 0o755);
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const disk = mountSmallDisk(folder);
  if (!disk) return skip('no file system can be mounted here');
  onEnd(() => disk.unmount());
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  onEnd(() => server.stop());
  await migrate(server.url);
  const app = await startApp({ reach: async () => server.url });
  expect(await readiness(app)).toBe(200);

  disk.fill();
  // The existing pages of its tables have room for a few more rows.
  await expect.poll(async () => (await register(app)).status, { interval: 0 }).toBe(503);
  await expectBusy(app);
  await expect.poll(() => readiness(app)).toBe(503);

  disk.free();
  await expect.poll(() => readiness(app)).toBe(200);
  expect((await register(app)).status).toBe(200);
});

it.each([
  ['insufficient resources', '53000', 200],
  ['disk full', '53100', 503],
  ['out of memory', '53200', 200],
  ['too many connections', '53300', 200],
  ['a configured limit', '53400', 200],
  ['read-only', '25006', 503],
])('%s (%s) is busy in both APIs; from then on /readyz returns %i', async (_what, code, ready) => {
  const app = await startApp();
  await app.db.execute(
    sql.raw(`
    create function refuse() returns trigger language plpgsql as $$
      begin if new.key <> 'readyz' then raise 'refused' using errcode = '${code}'; end if; return new; end $$;
    create trigger refuse before insert on rate_limits for each row execute function refuse();
    create trigger refuse before insert on users for each row execute function refuse()`),
  );
  await expectBusy(app);
  // Repeated if a second has passed, because the next small write succeeds.
  const refusedAndAsked = async () => {
    await register(app);
    return readiness(app);
  };
  await expect.poll(refusedAndAsked, { interval: 0 }).toBe(ready);
  await expect.poll(() => readiness(app)).toBe(200);
});

it('/readyz writes at most once a second, with any number of requests', async () => {
  const app = await startApp();
  await app.db.execute(
    sql.raw(`
    create table written ();
    create function count_write() returns trigger language plpgsql as $$ begin insert into written default values; return new; end $$;
    create trigger count_write after insert or update on rate_limits for each row execute function count_write()`),
  );
  const begunMs = performance.now();
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, () => readiness(app)));
  const tookMs = performance.now() - begunMs;
  const [row] = await app.db.$client<{ writes: number }[]>`select count(*)::int as writes from written`;
  expect(row?.writes).toBeGreaterThanOrEqual(1);
  expect(row?.writes).toBeLessThanOrEqual(1 + Math.floor(tookMs / 1_000));
});

it('an unresponsive database is not ready', async () => {
  // Without limits a statement waits as long as the database does not respond.
  const app = await startApp({ database: { lockTimeoutMs: 0, statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 } });
  expect(await readiness(app)).toBe(200);
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table drizzle.__drizzle_migrations in access exclusive mode`);
    // The lock is released after the responses, so they can't have waited for the database.
    expect(await Promise.all([readiness(app), readiness(app)])).toEqual([503, 503]);
  });
  expect(await readiness(app)).toBe(200);
});
