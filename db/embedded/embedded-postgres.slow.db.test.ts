import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { assertDurable, closeDb, connect } from '../client.ts';
import { openSql } from '../connection.ts';
import { newDataDir } from '../testing/data-dir.ts';
import { provideBinaries } from './binaries.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgresError } from './error.ts';
import { isRunning, waitForEnd } from './processes.ts';

const OWNER_SCRIPT = fileURLToPath(new URL('../testing/own-embedded-postgres.ts', import.meta.url));
const IS_ROOT = process.getuid?.() === 0;

const cleanups: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('the embedded server', { timeout: 60_000 }, () => {
  it('keeps its rows between starts, and writes them to disk before it acknowledges', async () => {
    const dataDir = temporaryDirectory();
    const first = await start({ dataDir });
    await query(first.url, 'create table kept as select 7 as n');
    const db = connect(first.url);
    await assertDurable(db);
    await closeDb(db);
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);

    const second = await start({ dataDir });

    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
    expect([first.isNew, second.isNew]).toEqual([true, false]);
  });

  it('refuses fsync or synchronous_commit off', async () => {
    const server = await start({
      dataDir: temporaryDirectory(),
      settings: { fsync: 'off', synchronous_commit: 'off' },
    });
    const db = connect(server.url);

    await expect(assertDurable(db)).rejects.toThrow(/fsync = off/);
    await expect(assertDurable(db)).rejects.toThrow(/synchronous_commit = off/);
    await closeDb(db);
  });

  it("can't be reached through the network, nor by other accounts", async () => {
    const server = await start({ dataDir: temporaryDirectory() });

    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const directory = new URL(server.url).searchParams.get('host') ?? '';
    expect(statSync(directory).mode & 0o077).toBe(0);
  });

  it('sorts by code point on every machine', async () => {
    const server = await start({ dataDir: temporaryDirectory() });

    const rows = await query(
      server.url,
      `select string_agg(w, '' order by w) as s from unnest('{b,B,a,A,ä,অ}'::text[]) w`,
    );
    expect(rows).toEqual([{ s: 'ABabäঅ' }]);
  });

  it('refuses a second owner and says how to share the database', async () => {
    const dataDir = temporaryDirectory();
    const owner = await startOwner(dataDir);

    const refusal = await startEmbeddedPostgres({ dataDir }).then(
      () => undefined,
      (error: unknown) => error,
    );

    expect(refusal).toMatchObject({ code: 'already_running' });
    expect(String(refusal)).toContain(`process ${owner.process.pid}.`);
    const url = /DATABASE_URL='([^']+)'/.exec(String(refusal))?.[1] ?? '';
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('has one owner if several start at the same time', async () => {
    const dataDir = temporaryDirectory();
    const claims = await Promise.allSettled([1, 2, 3, 4].map(() => startOwner(dataDir)));

    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const claim of claims) if (claim.status === 'rejected') expect(claim.reason.message).toBe('already_running');
  });

  it('stops cleanly when its owner is interrupted at the terminal', async () => {
    const dataDir = temporaryDirectory();
    const owner = await startOwner(dataDir);

    process.kill(-(owner.process.pid ?? 0), 'SIGINT');

    expect(await owner.exitCode).toBe(0);
    expect(isRunning(owner.serverPid)).toBe(false);
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
  });

  it('stops when its owner exits without stopping it', async () => {
    const owner = await startOwner(temporaryDirectory(), 'leave');

    expect(await waitForEnd(owner.serverPid, 30_000)).toBe(true);
  });

  it('loses no commit when its owner is killed, and starts again', async () => {
    const dataDir = temporaryDirectory();
    const owner = await startOwner(dataDir);
    await query(owner.url, 'create table survivor as select 1 as n');
    await kill(owner.process);
    expect(isRunning(owner.serverPid)).toBe(true);

    const next = await start({ dataDir });

    expect(await query(next.url, 'select n from survivor')).toEqual([{ n: 1 }]);
    expect(isRunning(owner.serverPid)).toBe(false);
  });

  it('recovers when the server is killed with its owner', async () => {
    const dataDir = temporaryDirectory();
    const owner = await startOwner(dataDir);
    await query(owner.url, 'create table survivor as select 1 as n');
    await kill(owner.process);
    process.kill(owner.serverPid, 'SIGKILL');

    const next = await start({ dataDir });

    expect(await query(next.url, 'select n from survivor')).toEqual([{ n: 1 }]);
  });

  it("does not wait for an orphan that can't stop cleanly", async () => {
    const dataDir = temporaryDirectory();
    const owner = await startOwner(dataDir);
    await query(owner.url, 'create table survivor as select 1 as n');
    const client = openSql(owner.url, { max: 1 });
    const [backend] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
    // The killed server waits for this suspended child, which handles no signals.
    process.kill(backend?.pid ?? 0, 'SIGSTOP');
    await kill(owner.process);

    const next = await start({ dataDir });

    expect(await query(next.url, 'select n from survivor')).toEqual([{ n: 1 }]);
    expect(isRunning(backend?.pid ?? 0)).toBe(false);
    await client.end({ timeout: 0 });
  });

  it('is restarted after it was killed, and nobody else can take the directory meanwhile', async () => {
    const dataDir = temporaryDirectory();
    const first = await start({ dataDir });
    await query(first.url, 'create table survivor as select 1 as n');
    const client = openSql(first.url, { max: 1 });
    const [backend] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
    // Children of a killed server keep its shared memory as long as they run.
    process.kill(backend?.pid ?? 0, 'SIGSTOP');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({ code: 'already_running' });

    const second = await first.restart();

    expect(second.pid).not.toBe(first.pid);
    expect(await query(second.url, 'select n from survivor')).toEqual([{ n: 1 }]);
    await second.stop();
    expect([isRunning(second.pid), existsSync(join(dataDir, 'owner.json'))]).toEqual([false, false]);
    await client.end({ timeout: 0 });
  });

  it('starts even if its old process id belongs to another process', async () => {
    const dataDir = temporaryDirectory();
    const first = await start({ dataDir });
    const pidFile = join(first.home, 'cluster', 'postmaster.pid');
    const socketLock = join(first.home, 'run', '.s.PGSQL.5432.lock');
    const left = [pidFile, socketLock].map((file) => ({ file, text: readFileSync(file, 'utf8') }));
    await first.stop();
    const bystander = spawn('sleep', ['60'], { uid: statSync(join(first.home, 'cluster')).uid });
    cleanups.push(() => kill(bystander));
    for (const { file, text } of left) writeFileSync(file, text.replaceAll(String(first.pid), String(bystander.pid)));

    const second = await start({ dataDir });

    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(isRunning(bystander.pid ?? 0)).toBe(true);
  });

  it('reports when it ends by itself', async () => {
    const errors: string[] = [];
    const ignore = () => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: (message: string) => errors.push(message) };
    const server = await start({ dataDir: temporaryDirectory(), log });

    process.kill(server.pid, 'SIGQUIT');
    await server.exited;

    expect(errors.join()).toContain('ended unexpectedly');
  });

  it('refuses data of another major version, and says how to read it', async () => {
    const dataDir = join(temporaryDirectory(), "with a blank and the owner's");
    const made = await start({ dataDir });
    await query(made.url, 'create table kept as select 7 as n');
    await made.stop();
    const cluster = join(made.home, 'cluster');
    writeFileSync(join(cluster, 'PG_VERSION'), '15\n');

    const refusal = await startEmbeddedPostgres({ dataDir }).then(
      () => undefined,
      (error: unknown) => error as EmbeddedPostgresError,
    );

    expect(refusal).toMatchObject({
      code: 'version_mismatch',
      message: expect.stringMatching(/made by PostgreSQL 15.*PostgreSQL 18/),
    });
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
    writeFileSync(join(cluster, 'PG_VERSION'), '18\n');
    const url = await serveAsTold(refusal?.message ?? '', made.home);
    expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('recreates a data directory after an interrupted attempt', async () => {
    const dataDir = temporaryDirectory();
    mkdirSync(join(dataDir, 'cluster.new', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'cluster.new', 'PG_VERSION'), '18\n');

    const server = await start({ dataDir });

    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('moves the socket if its path would be too long', async () => {
    const dataDir = join(temporaryDirectory(), 'deep'.repeat(15), 'deeper, with blanks & "quotes"'.repeat(2));

    const server = await start({ dataDir });

    const directory = new URL(server.url).searchParams.get('host') ?? '';
    cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
    expect(directory.startsWith(dataDir)).toBe(false);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('accepts a directory whose name needs quoting', async () => {
    const server = await start({ dataDir: join(temporaryDirectory(), 'a, "b" & c%') });

    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.runIf(IS_ROOT)('runs under another account than root, and moves the data if that one may not enter', async () => {
    const closed = temporaryDirectory();
    mkdirSync(closed, { mode: 0o700 });
    const warnings: string[] = [];
    const ignore = () => undefined;
    const log = { debug: ignore, info: ignore, error: ignore, warn: (message: string) => warnings.push(message) };

    const server = await start({ dataDir: join(closed, 'postgres'), log });

    cleanups.push(() => rmSync(server.home, { recursive: true, force: true }));
    expect(server.home.startsWith(closed)).toBe(false);
    expect(warnings[0]).toContain(server.home);
    expect(statSync(join(server.home, 'cluster')).uid).not.toBe(0);
    await server.stop();
    const again = await start({ dataDir: join(closed, 'postgres') });
    expect([again.home, again.isNew]).toEqual([server.home, false]);
  });
});

function temporaryDirectory(): string {
  const { dataDir, remove } = newDataDir();
  cleanups.push(remove);
  return join(dataDir, 'postgres');
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(options);
  cleanups.push(() => server.stop());
  return server;
}

/**
 * Follows the advice of the version error: runs its commands in a shell, with the embedded PostgreSQL instead of Docker's.
 * @returns the DATABASE_URL in the message
 */
async function serveAsTold(message: string, home: string): Promise<string> {
  const commands = message.slice(message.indexOf('  docker run'));
  const shell = `docker() { printf '%s\\n' "$@"; }; npm() { printf '%s\\n' "$DATABASE_URL"; }; ${commands}`;
  const said = execFileSync('sh', ['-c', shell], { encoding: 'utf8' }).trim().split('\n');
  const values = (name: string) =>
    said.filter((word) => word.startsWith(`${name}=`)).map((word) => word.slice(name.length + 1));
  const from = (target: string) =>
    values('--volume')
      .find((volume) => volume.endsWith(`:${target}`))
      ?.split(':')[0] ?? '';
  const [uid = 0, gid = 0] = values('--user')[0]?.split(':').map(Number) ?? [];
  const account = IS_ROOT ? { name: 'the owner', uid, gid } : undefined;
  const { postgres } = await provideBinaries(home, account);
  expect(said).toContain('postgres:15');
  expect(values('--env')).toEqual(['PGDATA=/cluster']);
  const heard: string[] = [];
  const settings = said.slice(said.indexOf('postgres:15') + 1, -1);
  const server = spawn(postgres, ['-D', from('/cluster'), '-k', from('/var/run/postgresql'), ...settings], {
    ...account,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  cleanups.push(() => kill(server));
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes('ready to accept')) return said.at(-1) ?? '';
    heard.push(line);
  }
  throw new Error(`PostgreSQL did not start as told:\n${heard.join('\n')}`);
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const sql = openSql(url, { max: 1 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}

/** Starts an owner in its own process group; rejects with the error's code if it is refused. */
async function startOwner(dataDir: string, mode = 'stay') {
  mkdirSync(dirname(dataDir), { recursive: true });
  const child = spawn(process.execPath, [OWNER_SCRIPT, dataDir, mode], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => kill(child));
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const said: { url?: string; pid?: number; refused?: string } = JSON.parse(line);
  if (!said.url || !said.pid) throw new Error(said.refused);
  const serverPid = said.pid;
  cleanups.push(async () => {
    child.kill('SIGTERM');
    await exitCode;
  });
  return { process: child, url: said.url, serverPid, exitCode };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
