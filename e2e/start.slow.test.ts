import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { newDataDir } from '#db/testing/data-dir.ts';
import { type Panel, startPanel } from '#server/testing/panel.ts';
import { PASSWORD, registerByScript, scriptClient } from './accounts.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

test('a first start prints the admin and keeps all data for the second, which is fast', async () => {
  const env = { DATA_DIR: dataDir() };
  const first = await start(env);
  // It serves a moment before it says so.
  for (const said of [first.url, 'npm run admin:create', /Mails\s+\S+mails/]) await first.hasPrinted(said);
  const password = /Password\s+(\S+)/.exec(first.output())?.[1] ?? '';
  expect(first.output()).toMatch(/Admin\s+admin/);
  const { items, total } = await scriptClient(first.url).services.list.query({ limit: 1 });
  expect(total).toBe(60);
  const session = await scriptClient(first.url).auth.login.mutate({ userName: 'admin', password });
  expect(await first.stop('SIGINT')).toBe(0);

  const second = await start(env);
  expect(second.output()).not.toContain('Password ');
  expect((await scriptClient(second.url).services.list.query({ limit: 1 })).items).toEqual(items);
  // The earlier token is still valid: the signing secret was stored as well.
  expect(await scriptClient(second.url, session.tokens.accessToken).auth.me.query()).toMatchObject({
    userName: 'admin',
  });
  expect(await second.stop()).toBe(0);
});

test('a killed server loses nothing and the next start works', async () => {
  const env = { DATA_DIR: dataDir() };
  const first = await start(env);
  const { user } = await registerByScript(first.url, 'survivor');
  await first.stop('SIGKILL');
  const second = await start(env);
  const again = await scriptClient(second.url).auth.login.mutate({ userName: 'survivor', password: PASSWORD });
  expect(again.user.id).toBe(user.id);
});

test('--no-seed starts with an empty catalogue, but with an admin and payment methods', async () => {
  const panel = await start({ DATA_DIR: dataDir(), ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'a long admin password' }, [
    '--no-seed',
  ]);
  expect((await scriptClient(panel.url).services.list.query({})).total).toBe(0);
  const { tokens } = await scriptClient(panel.url).auth.login.mutate({
    userName: 'owner',
    password: 'a long admin password',
  });
  const { methods } = await scriptClient(panel.url, tokens.accessToken).balance.methods.query();
  expect(methods.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Bkash', 'Nagad', 'Rocket', 'Binance', 'stc']),
  );
});

test("a second server shares the first one's database, and so do the commands", async () => {
  const env = { DATA_DIR: dataDir() };
  const first = await start(env);
  await registerByScript(first.url, 'shared');
  const refusal = await startPanel(env).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(refusal).toContain('already running');
  const databaseUrl = /DATABASE_URL='([^']+)'/.exec(refusal)?.[1] ?? '';
  // The same data folder, and so the same secret: the database accepts no other.
  const second = await start({ ...env, DATABASE_URL: databaseUrl });
  const login = await scriptClient(second.url).auth.login.mutate({ userName: 'shared', password: PASSWORD });
  expect(login.user.userName).toBe('shared');
  const proof = execFileSync(process.execPath, [script('ledger-check.ts')], {
    env: { ...process.env, DATA_DIR: env.DATA_DIR, DATABASE_URL: '' },
    encoding: 'utf8',
  });
  // The admin's wallet, and that of the customer registered at the first server.
  expect(proof).toContain('Every balance is proved by the ledger');
  expect(proof).toMatch(/\b2 wallets\b/);
});

test('a folder of backups that can not be written to ends the start with what to do', async () => {
  await expect(start({ DATA_DIR: dataDir(), BACKUP_TO: '/sys/entries' })).rejects.toThrow(
    /can't write to \/sys\/entries, the folder of BACKUP_TO .* ReadWritePaths/,
  );
});

test('production refuses a missing or weak secret, and says what to do', async () => {
  const env = { DATA_DIR: dataDir(), NODE_ENV: 'production' };
  await expect(start(env)).rejects.toThrow(/JWT_SECRET is missing/);
  await expect(start({ ...env, JWT_SECRET: 'secret' })).rejects.toThrow(/JWT_SECRET is too weak/);
  const withSecret = { ...env, JWT_SECRET: randomBytes(32).toString('hex') };
  await expect(start(withSecret)).rejects.toThrow(/SECRETS_KEY is missing: .* two lines to \.env/);
});

function dataDir(): string {
  const folder = newDataDir();
  cleanUps.push(folder.remove);
  return folder.dataDir;
}

async function start(env: Record<string, string>, args?: string[]): Promise<Panel> {
  const panel = await startPanel(env, args);
  cleanUps.push(() => panel.stop());
  return panel;
}

function script(name: string): string {
  return fileURLToPath(new URL(`../scripts/${name}`, import.meta.url));
}
