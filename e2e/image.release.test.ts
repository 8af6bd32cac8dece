import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '#db/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { asAdmin } from '#db/testing/admin.ts';
import { type Panel, startPanel } from '#server/testing/panel.ts';
import { scriptClient } from './accounts.ts';
import { type Image, layOutImage } from './image.ts';

/** The content of the container image, run like the image, with its own PostgreSQL. */
let image: Image;
let postgres: EmbeddedPostgres;
let home: string;
const cleanUps: (() => unknown)[] = [];

/** Prints outside the log, warns repeatedly, and throws on a signal, as a library or Node may do. */
const NOISE = `
  setInterval(() => process.emitWarning('a warning of this test'), 100).unref();
  process.on('SIGUSR2', () => {
    if (process.send) process.stderr.write('last words\\n');
    throw new Error('an error of this test');
  });`;

interface Line {
  level: number;
  time: number;
  pid: number;
  msg: string;
  [fact: string]: unknown;
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'panel-image-'));
  chmodSync(home, 0o755);
  image = layOutImage(join(home, 'app'));
  postgres = await startEmbeddedPostgres({ dataDir: join(home, 'postgres') });
});

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  await postgres?.stop();
  rmSync(home, { recursive: true, force: true });
});

test("it contains nothing for tests, development or the client's build", () => {
  const files = filesOf(image.folder);
  expect(files).toEqual(
    expect.arrayContaining(['package.json', 'dist/client/index.html', 'dist/server/worker.js', 'server/api/app.ts']),
  );
  expect(files).toEqual(expect.arrayContaining(['node_modules/fastify/package.json']));
  const own = files.filter((file) => !file.startsWith('node_modules/'));
  expect(own.filter((file) => /\.test\.tsx?$|(^|\/)testing\/|^(bench|client|docs|e2e)\//.test(file))).toEqual([]);
  const { devDependencies } = JSON.parse(readFileSync(join(image.folder, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const packages = new Set(files.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]));
  // A package that another one depends on may be installed too.
  const shared = ['typescript', 'yaml', 'ajv', 'ajv-formats'];
  expect(Object.keys(devDependencies).filter((name) => packages.has(name) && !shared.includes(name))).toEqual([]);
});

test('it serves the panel, writes only to its data folder, and prints only JSON lines', async () => {
  const before = stampsOf(image.folder);
  const panel = await start({ databaseUrl: postgres.url, SEED: 'none', NODE_OPTIONS: preload(NOISE) });

  const passwordFile = join(panel.dataDir, 'admin-password');
  expect(linesOf(panel).find((line) => line.passwordFile)).toMatchObject({ admin: 'admin', passwordFile });
  expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
  const password = readFileSync(passwordFile, 'utf8').trimEnd();
  expect(panel.output()).not.toContain(password);
  const { user, tokens } = await scriptClient(panel.url).auth.login.mutate({ userName: 'admin', password });
  expect(user.role).toBe('admin');
  await asAdmin(postgres.url, (sql) => sql`alter table saved_replies rename to hidden`);
  await expect(scriptClient(panel.url, tokens.accessToken).admin.savedReplies.list.query()).rejects.toThrow(/wrong/i);
  await asAdmin(postgres.url, (sql) => sql`alter table hidden rename to saved_replies`);
  await untilLogged(panel, ({ err }) =>
    /\/(server|db)\/[\w/-]+\.ts:\d+/.test((err as { stack?: string })?.stack ?? ''),
  );

  expect((await scriptClient(panel.url).services.list.query({})).total).toBe(0);
  for (const path of ['/', '/api/docs', '/api/docs/swagger-ui.css', '/api/openapi.json'])
    expect((await fetch(`${panel.url}${path}`)).status, path).toBe(200);

  for (const command of ['ledger-check', 'admin-create', 'secret-accept', 'seed-demo'])
    expect(await run(command, panel.dataDir), command).toMatch(/proved|Password|accepted|Log in as/);

  await untilLogged(panel, ({ err, pid }) => isWarning(err) && pid === panel.child.pid);
  await untilLogged(panel, ({ err, pid }) => isWarning(err) && pid !== panel.child.pid);
  const worker = panel.workerPid();
  process.kill(worker, 'SIGUSR2');
  await untilLogged(panel, ({ line }) => line === 'last words');
  await untilLogged(panel, ({ msg, pid }) => msg.startsWith('uncaught error') && pid === worker);
  await untilLogged(panel, ({ msg }) => msg.startsWith('worker 0 started') && !msg.includes(String(worker)));

  expect(await panel.stop()).toBe(0);
  expect(linesOf(panel).map(({ msg }) => msg)).toContain('Stopping: SIGTERM');
  expect(linesOf(panel).filter(({ collation }) => collation)).toEqual([]);
  expect(stampsOf(image.folder)).toEqual(before);
});

test('the second start prints no password; a database with another collation causes a warning', async () => {
  await asAdmin(postgres.adminUrl, (sql) =>
    sql.unsafe(`create database other template template0 encoding 'UTF8' locale_provider libc locale 'C'`),
  );
  const panel = await start({ databaseUrl: withDatabase(postgres.adminUrl, 'other'), ADMIN_PASSWORD: 'letmein' });
  expect(linesOf(panel).find(({ collation }) => collation)).toMatchObject({ level: 40, collation: 'libc C' });
  expect(linesOf(panel).filter(({ passwordFile }) => passwordFile)).toEqual([]);
  expect(linesOf(panel).map(({ msg }) => msg)).toContainEqual(expect.stringContaining('easily guessed'));
  expect((await scriptClient(panel.url).services.list.query({})).total).toBe(60);
});

test('the reason that ends the supervisor, or prevents its start, is a JSON line too', async () => {
  const panel = await start({ databaseUrl: postgres.url, NODE_OPTIONS: preload(NOISE) });
  panel.child.kill('SIGUSR2');
  await untilLogged(panel, ({ msg, pid }) => msg.startsWith('uncaught error') && pid === panel.child.pid);
  expect(await panel.stop()).toBe(1);

  for (const [wrong, reason] of [
    [{ JWT_SECRET: '' }, /^Could not start: JWT_SECRET is missing/],
    [{ JWT_SECRET: 'another secret than the one that the database knows' }, /secret:accept/],
  ] as const) {
    const printed = await start({ databaseUrl: postgres.url, ...wrong }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    const [, ...lines] = printed.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Line).msg).at(-1)).toMatch(reason);
  }
});

/** Like the image, with the environment variables of Compose. */
async function start({ databaseUrl, ...env }: { databaseUrl: string } & Record<string, string>) {
  const { DATA_DIR: _, ...variables } = environment(databaseUrl);
  const panel = await startPanel({ ...variables, ...env }, [], image.start);
  cleanUps.push(() => panel.stop());
  return panel;
}

/** The port and the address are the test's. */
function environment(databaseUrl: string): Record<string, string> {
  const { PORT: _, ...env } = image.env;
  const secret = 'a secret of this test that is long enough to be one';
  return {
    ...env,
    HOST: 'localhost',
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    JWT_SECRET: secret,
    SECRETS_KEY: secret,
  };
}

/** Not `execFileSync`: the panel's full pipe would then refuse the last line of a process that ends. */
async function run(command: string, dataDir: string): Promise<string> {
  const env = { ...process.env, ...environment(postgres.url), DATA_DIR: dataDir };
  const args = [join(image.folder, 'scripts', `${command}.ts`), ...(command === 'seed-demo' ? ['--orders', '10'] : [])];
  return (await promisify(execFile)(process.execPath, args, { cwd: image.folder, env })).stdout;
}

/** All printed lines; fails if one is not JSON in the log's format. */
function linesOf(panel: Panel): Line[] {
  return panel.lines().map((text) => {
    const line = JSON.parse(text) as Line;
    expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number), msg: expect.any(String) });
    return line;
  });
}

async function untilLogged(panel: Panel, isIt: (line: Line) => boolean): Promise<void> {
  await expect.poll(() => linesOf(panel).some(isIt), { timeout: 60_000 }).toBe(true);
}

function isWarning(err: unknown): boolean {
  return (err as { message?: string } | undefined)?.message === 'a warning of this test';
}

function preload(script: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

function filesOf(folder: string): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

function stampsOf(folder: string): Record<string, number> {
  return Object.fromEntries(filesOf(folder).map((file) => [file, statSync(join(folder, file)).mtimeMs]));
}
