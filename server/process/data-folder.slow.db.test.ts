import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { markerOf } from '#db/embedded/data-folder.ts';
import { SILENT } from '#db/embedded/log.ts';
import { waitForEnd } from '#db/embedded/processes.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { registerFields } from '../testing/app.ts';
import { dollars, giveMoney, makeService } from '../testing/factories.ts';
import { postTo } from '../testing/http.ts';
import { launchServer, type Panel } from '../testing/panel.ts';
import { locateDatabase } from './database.ts';

const PATIENCE_MS = 180_000;
/** The units do not restart a panel that ended with it. */
const DATA_GONE = 74;

async function start(env: Record<string, string>): Promise<Panel> {
  const panel = await launchServer(env);
  onTestFinished(panel.kill, PATIENCE_MS);
  onTestFailed(() => void process.stderr.write(panel.output()));
  return panel;
}

function newFolder(): string {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  return dataDir;
}

async function expectEnded(panel: Panel): Promise<void> {
  expect(await panel.ended).toBe(DATA_GONE);
  for (const pid of [panel.workerPid(), panel.postgresPid()]) expect(await waitForEnd(pid, PATIENCE_MS)).toBe(true);
}

/** A customer who orders without a pause. @returns the orders that were acknowledged, and the end of it */
async function startOrders({ url, dataDir }: Panel) {
  const fields = registerFields();
  // A worker on a busy machine refuses requests while it starts.
  const { data } = await vi.waitFor(async () => {
    const answer = await postTo(url)('auth.register', fields);
    expect(answer.status).toBe(200);
    return answer;
  });
  const { user, tokens } = data as { user: { id: number }; tokens: { accessToken: string } };
  const { url: databaseUrl } = await locateDatabase({ databaseUrl: undefined, dataDir }, SILENT);
  const db = connect(databaseUrl, { max: 1 });
  await giveMoney(db, user.id, dollars(9_000));
  const { id: serviceId } = await makeService(db);
  await closeDb(db);
  const acknowledged: string[] = [];
  const order = async () => {
    const input = { serviceId, link: 'https://example.com/p', quantity: 10, requestId: randomUUID() };
    const headers = { authorization: `Bearer ${tokens.accessToken}`, connection: 'close' };
    const { status } = await postTo(url)('orders.place', input, { headers });
    if (status === 200) acknowledged.push(input.requestId);
  };
  await vi.waitFor(async () => {
    await order();
    expect(acknowledged).toHaveLength(1);
  });
  let isOver = false;
  const ordering = (async () => {
    while (!isOver) await order().catch(() => undefined);
  })();
  const stop = async () => {
    isOver = true;
    await ordering;
  };
  onTestFinished(stop);
  return { acknowledged, order, stop };
}

test('a panel whose data folder is deleted stops by itself, and acknowledges no order after', async () => {
  const panel = await start({ DATA_DIR: newFolder() });
  await panel.ready();
  const orders = await startOrders(panel);
  expect(orders.acknowledged).toHaveLength(1);
  rmSync(join(panel.dataDir, 'postgres'), { recursive: true });
  await expectEnded(panel);
  const before = orders.acknowledged.length;
  await expect(orders.order()).rejects.toThrow('fetch failed');
  await orders.stop();
  expect(orders.acknowledged).toHaveLength(before);
  expect(panel.output()).toContain('or restore a backup');
});

test('so does one whose data folder is another one, and the former one still has every order', async () => {
  const panel = await start({ DATA_DIR: newFolder() });
  await panel.ready();
  const { acknowledged, stop } = await startOrders(panel);
  await stop();
  const cluster = join(panel.dataDir, 'postgres/cluster');
  renameSync(cluster, `${cluster}.away`);
  mkdirSync(cluster);
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n');
  await expectEnded(panel);
  rmSync(cluster, { recursive: true });
  renameSync(`${cluster}.away`, cluster);
  const { url, close } = await locateDatabase({ databaseUrl: undefined, dataDir: panel.dataDir }, SILENT);
  const db = connect(url, { max: 1 });
  const [found] = await db.$client`select count(*)::int as orders from orders where request_id = any(${acknowledged})`;
  await closeDb(db);
  await close();
  expect(found).toEqual({ orders: acknowledged.length });
});

test('production makes no new database where a shop stood', async () => {
  const secret = randomBytes(48).toString('base64');
  const file = join(newFolder(), 'secret');
  writeFileSync(file, `${secret}\n`);
  const secrets = { JWT_SECRET_FILE: file, SECRETS_KEY_FILE: file };
  const env = { NODE_ENV: 'production', ...secrets, DATA_DIR: newFolder(), PUBLIC_URL: 'http://127.0.0.1' };
  const marker = markerOf(env.DATA_DIR);
  const panel = await start(env);
  await panel.ready();
  expect(existsSync(marker)).toBe(true);
  expect(await panel.stop()).toBe(0);
  // As a disk that is not mounted after a reboot.
  rmSync(env.DATA_DIR, { recursive: true });
  const refused = await start(env);
  expect(await refused.ended).toBe(DATA_GONE);
  expect(refused.output()).toContain(`remove ${marker}`);
  const cluster = join(env.DATA_DIR, 'postgres/cluster');
  expect(existsSync(cluster)).toBe(false);
  // A command makes none either.
  const config = { databaseUrl: undefined, dataDir: env.DATA_DIR, production: true };
  await expect(locateDatabase(config, SILENT)).rejects.toMatchObject({ code: 'data_gone' });
  // In development a deleted folder is a fresh panel, and so it is without the marker.
  await (await locateDatabase({ ...config, production: false }, SILENT)).close();
  expect(existsSync(cluster)).toBe(true);
  rmSync(env.DATA_DIR, { recursive: true });
  rmSync(marker);
  await (await locateDatabase(config, SILENT)).close();
  expect([existsSync(cluster), existsSync(marker)]).toEqual([true, true]);
});
