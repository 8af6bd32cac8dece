import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { migrate } from '#db/migrate.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { mountSmallDisk } from '#db/testing/small-disk.ts';
import { pauseOutgoing } from '#server/base/queue/pause-outgoing.ts';
import { placeOrder } from '#server/features/orders/place-order.ts';
import { checkLedger } from '#server/money/check-ledger.ts';
import { reseal } from '#server/testing/backup-entries.ts';
import { dollars, makeService, makeUser, UNLIMITED } from '#server/testing/factories.ts';
import { withoutEvents } from '#server/testing/without-events.ts';

/** For a machine that runs other tests at the same time. */
const PATIENCE_MS = 180_000;
const { dataDir: folder, remove } = newDataDir('backup-command-test-');
const dataDir = join(folder, 'panel');
const to = join(folder, 'entries');
const keyFile = join(folder, 'key');
const encrypted = { BACKUP_KEY_FILE: keyFile };
/** Of the backup under load. */
let entry = '';

/** Each command loads hundreds of sources. */
const compiled = join(import.meta.dirname, '../dist/compiled');
const panel = { DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'test', NODE_COMPILE_CACHE: compiled };

let postgres: EmbeddedPostgres;
let db: Db;
beforeAll(async () => {
  writeFileSync(keyFile, 'a key that only this test uses\n');
  postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  await migrate(postgres.url);
  db = connect(postgres.url, { max: 10 });
}, PATIENCE_MS);
afterAll(async () => {
  await closeDb(db);
  await postgres.stop();
  remove();
}, PATIENCE_MS);

interface Ended {
  code: unknown;
  stdout: string;
  stderr: string;
}

/** Starts a command, which finds the running database of `dataDir` as it finds a running panel's. */
function start(name: 'backup' | 'restore', args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], {
    env: { ...process.env, ...panel, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text));
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code: code ?? signal, ...output }));
  return { child: child as ChildProcess, output, ended };
}

const run = (...call: Parameters<typeof start>) => start(...call).ended;
const entryIn = (stdout: string) => /^Backup written: (.+)$/m.exec(stdout)?.[1] ?? expect.fail(stdout);

async function open(restored: string): Promise<Db> {
  const server = await startEmbeddedPostgres({ dataDir: join(restored, 'postgres') });
  const opened = connect(server.url, { max: 2 });
  onTestFinished(async () => {
    await closeDb(opened);
    await server.stop();
  });
  return opened;
}

it(
  'backs the built-in database up under load and restores a state that it had, with every wallet proved',
  async () => {
    const service = await makeService(db);
    const customers = await Promise.all([1, 2, 3, 4].map(() => makeUser(db, { balanceNanos: dollars(100) })));
    const placed: number[] = [];
    const failed: unknown[] = [];
    let isOver = false;
    const load = customers.map(async ({ actor }) => {
      while (!isOver) {
        const input = { serviceId: service.id, link: 'https://example.com/x', quantity: 10 };
        await placeOrder(withoutEvents(db), actor, input, UNLIMITED).then(
          ({ order }) => placed.push(order.id),
          (error: unknown) => failed.push(error),
        );
      }
    });
    while (placed.length < 20) await sleep(10);
    const before = new Set(placed);

    const backup = await run('backup', ['--to', to], encrypted);

    const after = new Set(placed);
    isOver = true;
    await Promise.all(load);
    expect(failed).toEqual([]);
    expect(after.size).toBeGreaterThan(before.size);
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect(backup.stdout).toContain('Every balance is proved by the ledger.');
    entry = entryIn(backup.stdout);

    const restored = join(folder, 'restored');
    const restore = await run('restore', ['--from', entry, '--to', restored], encrypted);

    expect(restore).toMatchObject({ code: 0, stderr: '' });
    expect(restore.stdout).toContain('Every balance is proved by the ledger.');
    expect(restore.stdout).toContain('Everything outgoing is paused');
    expect(restore.stdout).toContain(`Start the panel with DATA_DIR=${restored}`);
    expect(readdirSync(restored)).toEqual(['postgres']);
    const copy = await open(restored);
    const report = await checkLedger(copy);
    expect(report.problems).toEqual([]);
    // Each order from before the backup is there, and none that came after it.
    const orders = new Set((await copy.$client<{ id: number }[]>`select id from orders`).map(({ id }) => id));
    expect([...before].filter((id) => !orders.has(id))).toEqual([]);
    expect([...orders].filter((id) => !after.has(id) && !placed.includes(id))).toEqual([]);
    // A customer's orders are a prefix of those that were acknowledged.
    const gaps = await copy.$client`
    select account_id from ledger group by account_id having count(*) <> max(seq) or min(seq) <> 1`;
    expect(gaps).toEqual([]);

    for (const text of [backup, restore].flatMap(({ stdout, stderr }) => [stdout, stderr]))
      expect(text).not.toContain('only this test uses');
  },
  PATIENCE_MS,
);

it(
  'restores the newest entry of the shop that is named, from a folder with entries of two',
  async () => {
    await db.$client`update settings set shop_name = 'Second Shop'`;
    onTestFinished(async () => {
      await db.$client`update settings set shop_name = default`;
    });
    const both = join(folder, 'both');
    const second = entryIn((await run('backup', ['--to', both], { PUBLIC_URL: 'https://second.example' })).stdout);
    const first = join(both, '2020-01-01T00-00-00Z-first');
    cpSync(second, first, { recursive: true });
    reseal(first, ({ shop }) => Object.assign(shop ?? {}, { id: randomUUID(), name: 'First Shop' }));
    const target = join(folder, 'of-two');

    const unnamed = await run('restore', ['--from', both, '--to', target]);
    expect(unnamed).toMatchObject({ code: 1, stderr: expect.stringContaining('Name one with --shop') });
    expect(existsSync(target)).toBe(false);
    const restored = await run('restore', ['--from', both, '--to', target, '--shop', 'Second Shop']);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain(`Restored ${second}\nof Second Shop, https://second.example (id `);
  },
  PATIENCE_MS,
);

it(
  'restores into the folder only if it is empty, and says so before it reads the entry',
  async () => {
    const used = join(folder, 'used');
    mkdirSync(used);
    writeFileSync(join(used, 'mine'), 'x');
    const refused = await run('restore', ['--from', '/nowhere', '--to', used]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^The target is not empty: .*used has mine\. Nothing was changed\./);
    const missing = await run('restore', ['--from', join(folder, 'nothing'), '--to', join(folder, 'new')]);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('is no entry that a backup finished') });
    expect(existsSync(join(folder, 'new'))).toBe(false);
  },
  PATIENCE_MS,
);

it(
  'says which arguments are missing, and which key file is',
  async () => {
    expect(await run('backup', [])).toMatchObject({ code: 2, stderr: expect.stringContaining('--to is missing') });
    expect(await run('restore', ['--to', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--from is missing'),
    });
    const noKey = await run('backup', ['--to', to], { BACKUP_KEY_FILE: join(folder, 'no-key') });
    expect(noKey).toMatchObject({ code: 1, stderr: expect.stringMatching(/BACKUP_KEY_FILE can't be read \(ENOENT\)/) });
  },
  PATIENCE_MS,
);

it(
  'exits with 3 after a backup of a ledger that does not add up',
  async () => {
    const [user] = await db.$client<{ id: number }[]>`
    insert into users (user_name, name, email, phone, password_hash) values ('stray', 'Stray', 's@example.com', '1', 'x') returning id`;
    onTestFinished(async () => {
      await db.$client`delete from users where id = ${user?.id ?? 0}`;
    });
    const backup = await run('backup', ['--to', join(folder, 'wrong')]);
    expect(backup).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/user \d+ has no wallet\nTHE LEDGER DOES NOT ADD UP/),
    });
  },
  PATIENCE_MS,
);

/** Holds a table back, so that a command stops in the middle. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await db.$client.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`lock table orders in access exclusive mode`;
    await work();
  });
}

async function untilWaiting(): Promise<void> {
  const waiting = () => db.$client`
    select from pg_stat_activity where application_name = 'reseller-panel backup' and wait_event_type = 'Lock'`;
  while ((await waiting()).length === 0) await sleep(20);
}

it.each(['SIGINT', 'SIGKILL'] as const)(
  '%s in the middle of a backup leaves no entry',
  async (signal) => {
    const own = join(folder, signal);
    await whileLocked(async () => {
      const { child, ended } = start('backup', ['--to', own]);
      await untilWaiting();
      child.kill(signal);
      if (signal === 'SIGKILL') expect(await ended).toMatchObject({ code: 'SIGKILL' });
      else expect(await ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The backup was interrupted/) });
    });
    const left = readdirSync(own);
    expect(left.filter((name) => !name.startsWith('.unfinished-'))).toEqual([]);
    for (const name of left) {
      const refused = await run('restore', ['--from', join(own, name), '--to', join(folder, `${signal}-restored`)]);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is no entry that a backup finished') });
    }
    // The next backup removes what a killed one left.
    entryIn((await run('backup', ['--to', own])).stdout);
    expect(readdirSync(own)).toHaveLength(1);
  },
  PATIENCE_MS,
);

it(
  'a full disk leaves no entry',
  async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const small = mountSmallDisk(disk);
    if (!small) return console.log('skipped: this account may not mount a file system');
    onTestFinished(() => small.unmount());
    // A file system of no bytes would have no limit.
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(64 * 1024));
    small.fill();
    const full = await run('backup', ['--to', join(disk, 'entries')]);
    expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/^There is no space left in .*disk/) });
    small.free();
    expect(existsSync(join(disk, 'entries')) ? readdirSync(join(disk, 'entries')) : []).toEqual([]);
  },
  PATIENCE_MS,
);

it.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s in the middle of a restore leaves no panel, and it can be repeated',
  async (signal) => {
    const target = join(folder, `half-${signal}`);
    const { child, output, ended } = start('restore', ['--from', entry, '--to', target], encrypted);
    while (!output.stdout.includes('Loading the rows') && child.exitCode === null) await sleep(5);
    child.kill(signal);
    const half = await ended;
    expect(existsSync(join(target, 'postgres', 'cluster'))).toBe(false);
    if (signal === 'SIGTERM')
      expect(half).toMatchObject({
        code: 1,
        stderr: 'The restore was interrupted. Nothing of it is left; start it again.\n',
      });
    else
      await expect(startEmbeddedPostgres({ dataDir: join(target, 'postgres') })).rejects.toThrow(
        /A restore into .* runs, or was interrupted/,
      );

    expect(await run('restore', ['--from', entry, '--to', target], encrypted)).toMatchObject({ code: 0 });
    expect(readdirSync(target)).toEqual(['postgres']);
  },
  PATIENCE_MS,
);

it(
  'releases everything outgoing of the configured database',
  async () => {
    await pauseOutgoing(db, 'a restore');
    expect(await run('restore', ['--release'])).toMatchObject({
      code: 0,
      stdout: 'Mails, webhooks and jobs are released; 0 mails and 0 deliveries of webhooks were dropped.\n',
    });
    expect(await run('restore', ['--release'])).toMatchObject({ code: 0, stdout: 'Nothing was held.\n' });
  },
  PATIENCE_MS,
);
