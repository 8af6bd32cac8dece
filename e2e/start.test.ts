import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTRPCClient, httpLink } from '@trpc/client';
import { afterEach, expect, test } from 'vitest';
import type { AppRouter } from '../server/router.ts';
import { newDataDir, type PanelProcess, startPanel } from './panel-process.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

test('a first start tells the admin and keeps everything for the second, which is quick', async () => {
  const env = { DATA_DIR: dataDir() };
  const first = await start(env);
  const password = /Password\s+(\S+)/.exec(first.output())?.[1] ?? '';
  expect(first.output()).toContain(first.url);
  expect(first.output()).toMatch(/Admin\s+admin/);
  expect(first.output()).toContain('npm run admin:create');
  expect(first.output()).toMatch(/Mails\s+\S+mails/);
  const { items, total } = await client(first).services.list.query({ limit: 1 });
  expect(total).toBe(60);
  const session = await client(first).auth.login.mutate({ userName: 'admin', password });
  expect(await first.stop('SIGINT')).toBe(0);

  const second = await start(env);
  expect(second.output()).not.toContain('Password ');
  expect((await client(second).services.list.query({ limit: 1 })).items).toEqual(items);
  // The token of before is still good: the signing secret was kept as well.
  expect(await client(second, session.tokens.accessToken).auth.me.query()).toMatchObject({ userName: 'admin' });
  expect(await second.stop()).toBe(0);
});

test('a killed server loses nothing and the next start works', async () => {
  const env = { DATA_DIR: dataDir() };
  const first = await start(env);
  const { user } = await register(first, 'survivor');
  await first.stop('SIGKILL');
  const second = await start(env);
  const again = await client(second).auth.login.mutate({ userName: 'survivor', password: 'correct horse battery' });
  expect(again.user.id).toBe(user.id);
});

test('--no-seed starts with an empty catalogue, but with an admin and ways to pay', async () => {
  const panel = await start({ DATA_DIR: dataDir(), ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'a long admin password' }, [
    '--no-seed',
  ]);
  expect((await client(panel).services.list.query({})).total).toBe(0);
  const { tokens } = await client(panel).auth.login.mutate({ userName: 'owner', password: 'a long admin password' });
  const { methods } = await client(panel, tokens.accessToken).balance.methods.query();
  expect(methods.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Bkash', 'Nagad', 'Rocket', 'Binance', 'stc']),
  );
});

test("a second server shares the first one's database, and so do the commands", async () => {
  const env = { DATA_DIR: dataDir() };
  const first = await start(env);
  await register(first, 'shared');
  const refusal = await startPanel(env).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(refusal).toContain('already running');
  const databaseUrl = /DATABASE_URL='([^']+)'/.exec(refusal)?.[1] ?? '';
  const second = await start({ DATA_DIR: dataDir(), DATABASE_URL: databaseUrl });
  const login = await client(second).auth.login.mutate({ userName: 'shared', password: 'correct horse battery' });
  expect(login.user.userName).toBe('shared');
  const proof = execFileSync(process.execPath, [script('ledger-check.ts')], {
    env: { ...process.env, DATA_DIR: env.DATA_DIR, DATABASE_URL: '' },
    encoding: 'utf8',
  });
  expect(proof).toMatch(/\S/);
});

test('production refuses a missing or weak secret, and says what to do', async () => {
  const env = { DATA_DIR: dataDir(), NODE_ENV: 'production' };
  await expect(start(env)).rejects.toThrow(/JWT_SECRET is missing/);
  await expect(start({ ...env, JWT_SECRET: 'secret' })).rejects.toThrow(/JWT_SECRET is too weak/);
});

function dataDir(): string {
  const folder = newDataDir();
  cleanUps.push(folder.remove);
  return folder.dataDir;
}

async function start(env: Record<string, string>, args?: string[]): Promise<PanelProcess> {
  const panel = await startPanel(env, args);
  cleanUps.push(() => panel.stop());
  return panel;
}

function script(name: string): string {
  return fileURLToPath(new URL(`../scripts/${name}`, import.meta.url));
}

function client({ url }: PanelProcess, accessToken?: string) {
  const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/trpc`, headers })] });
}

function register(panel: PanelProcess, userName: string) {
  const password = 'correct horse battery';
  const person = { userName, name: 'Some Body', email: `${userName}@example.com`, phone: '+8801700000000' };
  return client(panel).auth.register.mutate({ ...person, password, confirmPassword: password });
}
