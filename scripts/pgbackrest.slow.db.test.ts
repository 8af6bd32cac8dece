import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTRPCClient, httpLink } from '@trpc/client';
import { v7 as newId } from 'uuid';
import { afterAll, expect, test, vi } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { chooseAccount } from '#db/embedded/run-as.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { freePort } from '#db/testing/free-port.ts';
import type { AppRouter } from '#server/api/router.ts';
import { dollars, giveMoney, makeService } from '#server/testing/factories.ts';
import { launchServer } from '#server/testing/panel.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const PGBACKREST = '/usr/bin/pgbackrest';
const root = join(import.meta.dirname, '..');
const deploy = join(root, 'deploy/pgbackrest');
const isInstalled = [PGBACKREST, `${BIN}/postgres`].every((file) => existsSync(file));
const PATIENCE_MS = 300_000;
const PASSWORD = 'a long password';

const { dataDir: folder, remove } = newDataDir('panel-pgbackrest-');
const account = isInstalled ? chooseAccount(join(folder, 'pg')) : undefined;
/** PostgreSQL passes them on to its archive_command. They replace the paths of the configuration, which is the deployed one. */
const environment: NodeJS.ProcessEnv = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  PGBACKREST_CONFIG: join(deploy, 'pgbackrest.conf'),
  PGBACKREST_REPO1_PATH: join(folder, 'repo'),
  PGBACKREST_REPO1_CIPHER_PASS: 'the passphrase of this test',
  PGBACKREST_LOG_PATH: join(folder, 'log'),
  PGBACKREST_LOCK_PATH: join(folder, 'lock'),
  PGBACKREST_PG1_PATH: join(folder, 'pg'),
  PGBACKREST_PG1_SOCKET_PATH: folder,
};

const cleanUps: (() => unknown)[] = [remove];
const onEnd = (cleanUp: () => unknown) => void cleanUps.unshift(cleanUp);
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
}, PATIENCE_MS);

if (!isInstalled)
  console.log(`Skipped: this needs ${PGBACKREST} and ${BIN} (apt-get install pgbackrest postgresql-15).`);

test.skipIf(!isInstalled)(
  'pgBackRest restores exactly the orders of a moment, from an encrypted backup made under load',
  { timeout: PATIENCE_MS },
  async () => {
    for (const path of ['', 'log']) own(join(folder, path));
    const port = await startCluster();
    await backrest('stanza-create');
    await backrest('check');
    const panel = await startShop(port);

    const before = panel.placeUntil(backrest('backup', '--type=full').then(nextSecond));
    const early = await before;
    expect(early.length).toBeGreaterThan(10);
    // Every commit before this statement has an earlier time, and every later one a later time.
    const [moment] = await panel.db.$client<{ at: string }[]>`select clock_timestamp()::text as at`;
    const late = await panel.place(20);
    await panel.stop();
    await backrest('check');

    const restored = await restore(moment?.at ?? '');
    const ids = await restored.db.$client<{ id: number }[]>`select id from orders order by id`;
    expect(ids.map(({ id }) => id)).toEqual(early.toSorted((a, b) => a - b));
    expect(ids.map(({ id }) => id)).not.toContain(late[0]);

    const marked = await run(process.execPath, ['scripts/restore.ts', '--restored', `to ${moment?.at}`], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), DATABASE_URL: restored.url },
    });
    expect(marked.stdout).toContain(`, ${early.length} orders.\n1 sessions have ended`);
    expect(marked.stdout).toContain('Every balance is proved by the ledger.');
    const [found] = await restored.db.$client<{ open: number; reason: string }[]>`
      select (select count(*) from sessions where revoked_at is null)::int as open,
        (select reason from outgoing_hold where released_at is null) as reason`;
    expect(found).toEqual({ open: 0, reason: `Restored to ${moment?.at}` });

    const compared = await compareLedgers(urlOf(port), restored.url, moment?.at ?? '');
    expect(compared.code).toBe(1);
    expect(compared.lines).toHaveLength(late.length + 2);
    expect(compared.lines[0]).toBe(`Only in the first: ${late.length}`);
    for (const id of late)
      expect(
        compared.lines.filter((line) => line.includes(`(restored, 01711111111, a@shop.test); order ${id}: 10, `)),
      ).toHaveLength(1);
    expect(await compareLedgers(urlOf(port), urlOf(port), moment?.at ?? '')).toMatchObject({ code: 0 });
    // A database that can not be read must not look like one without differences.
    expect(await compareLedgers(urlOf(port), urlOf(1), moment?.at ?? '')).toMatchObject({ code: 2, lines: [] });

    await backrest('backup', '--type=diff');
    await backrest('backup', '--type=full');
    await backrest('backup', '--type=full');
    const [stanza] = JSON.parse((await backrest('info', '--output=json')).stdout) as Stanza[];
    expect(stanza).toMatchObject({ cipher: 'aes-256-cbc', status: { message: 'ok' } });
    // The oldest full backup has expired, with its differential one.
    expect(stanza?.backup.map(({ type }) => type)).toEqual(['full', 'full']);
    const files = globSync('**/*.{zst,info,manifest}', { cwd: join(folder, 'repo') });
    expect(files.length).toBeGreaterThan(3);
    for (const file of files)
      expect(
        readFileSync(join(folder, 'repo', file))
          .subarray(0, 8)
          .toString(),
        file,
      ).toBe('Salted__');
  },
);

interface Stanza {
  cipher: string;
  status: { message: string };
  backup: { type: string }[];
}

const run = promisify(execFile);

function own(path: string): void {
  mkdirSync(path, { recursive: true });
  if (account) chownSync(path, account.uid, account.gid);
}

/** Runs a program under the account of PostgreSQL. */
function asPostgres(program: string, ...args: string[]) {
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  return run(program, args, { ...identity, cwd: '/', env: environment, maxBuffer: 2 ** 26 });
}

function backrest(command: string, ...args: string[]) {
  return asPostgres(PGBACKREST, '--stanza=panel', ...args, command);
}

/** pgBackRest restores a backup to a moment only if it ended in an earlier second. */
async function nextSecond(): Promise<void> {
  const begunAt = Math.floor(Date.now() / 1000);
  await vi.waitUntil(() => Math.floor(Date.now() / 1000) > begunAt);
}

async function compareLedgers(one: string, other: string, since: string) {
  const file = join(root, 'deploy/runbooks/compare-ledgers.sh');
  const { code = 0, stdout } = (await run('/bin/sh', [file, one, other, since]).catch(
    (error: { code: number; stdout: string }) => error,
  )) as { code?: number; stdout: string };
  return { code, lines: stdout.split('\n').filter(Boolean) };
}

/** A cluster with the settings of `deploy/pgbackrest`. @returns its port */
async function startCluster(): Promise<number> {
  const data = join(folder, 'pg');
  const port = await freePort();
  environment.PGBACKREST_PG1_PORT = String(port);
  await asPostgres(
    `${BIN}/initdb`,
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  );
  appendFileSync(join(data, 'postgresql.conf'), readFileSync(join(deploy, 'postgresql.conf')));
  await startServer(data, port);
  await asPostgres(`${BIN}/createdb`, `--host=${folder}`, `--port=${port}`, '--username=postgres', 'panel');
  return port;
}

async function startServer(data: string, port: number): Promise<void> {
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  const settings = { port, listen_addresses: '', unix_socket_directories: folder, max_connections: 50 };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server: ChildProcess = spawn(`${BIN}/postgres`, ['-D', data, ...flags], {
    ...identity,
    cwd: '/',
    env: environment,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  onEnd(async () => {
    server.kill('SIGQUIT');
    await ended;
  });
  await vi.waitFor(() => asPostgres(`${BIN}/pg_isready`, '--quiet', `--host=${folder}`, `--port=${port}`), PATIENCE_MS);
}

const urlOf = (port: number) => `postgres://postgres@localhost:${port}/panel?host=${folder}`;

function openDb(url: string): Db {
  const db = connect(url, { max: 2 });
  onEnd(() => closeDb(db));
  return db;
}

/** The running panel with one customer, who places orders through the API. */
async function startShop(port: number) {
  const url = urlOf(port);
  const panel = await launchServer({ DATABASE_URL: url, ORDERS_PER_MINUTE: '1000000' });
  onEnd(panel.kill);
  await panel.ready();
  const db = openDb(url);
  const { id: serviceId } = await makeService(db);
  const { auth } = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${panel.url}/trpc` })] });
  const customer = { userName: 'restored', name: 'A Customer', phone: '01711111111', email: 'a@shop.test' };
  const { user, tokens } = await auth.register.mutate({
    ...customer,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
  await giveMoney(db, user.id, dollars(1000));
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const { orders } = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${panel.url}/trpc`, headers })] });
  const placeOne = async () => {
    const { order } = await orders.place.mutate({ serviceId, link: 'someone', quantity: 10, requestId: newId() });
    return order.id;
  };
  return {
    db,
    place: (count: number) => Promise.all(Array.from({ length: count }, placeOne)),
    /** Places orders, four at a time, until `work` is done. @returns the ids of all, each of them acknowledged */
    async placeUntil(work: Promise<unknown>): Promise<number[]> {
      let isDone = false;
      void work.finally(() => (isDone = true)).catch(() => undefined);
      const ids: number[] = [];
      const placing = Array.from({ length: 4 }, async () => {
        while (!isDone) ids.push(await placeOne());
      });
      await Promise.all([work, ...placing]);
      return ids;
    },
    stop: () => panel.stop(),
  };
}

/** Restores the cluster to a moment into a new folder, and starts it without archiving. */
async function restore(moment: string): Promise<{ db: Db; url: string }> {
  const data = join(folder, 'restored');
  own(data);
  chmodSync(data, 0o700);
  await backrest(
    'restore',
    ...['--type=time', `--target=${moment}`, '--target-action=promote', '--archive-mode=off', `--pg1-path=${data}`],
  );
  const port = await freePort();
  await startServer(data, port);
  const db = openDb(urlOf(port));
  await vi.waitFor(async () => {
    const [state] = await db.$client<{ isOpen: boolean }[]>`select not pg_is_in_recovery() as "isOpen"`;
    expect(state?.isOpen).toBe(true);
  }, PATIENCE_MS);
  return { db, url: urlOf(port) };
}
