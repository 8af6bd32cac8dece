import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { closeDb, connect } from '../../db/client.ts';
import { buildApp } from '../../server/app.ts';
import { createDeps } from '../../server/deps.ts';
import { readConfig } from '../../server/env.ts';
import { startEventBus } from '../../server/events/event-bus.ts';
import { collectRoutes } from '../../server/testing/inventory.ts';
import type { PanelMessage } from './panel-process.ts';

/**
 * The panel in a process of its own, as it runs in production, which tells its parent when its event loop stood still and
 * what was logged as an error.
 */
const HEARTBEAT_MS = 5;
const STALL_MS = 50;
const LOG_LINE_LENGTH = 3000;

const config = readConfig();
const db = connect(config.databaseUrl ?? '', { max: 10 });
const log = pino(
  { level: 'error' },
  { write: (line: string) => tell({ kind: 'logged', line: line.slice(0, LOG_LINE_LENGTH) }) },
);
const events = startEventBus({ db, url: config.databaseUrl ?? '', log });
const deps = createDeps({ db, config, secret: config.jwtSecret ?? '', events, wakeMailer: () => {} });
const clientDir = mkdtempSync(join(tmpdir(), 'panel-fuzz-client-'));
process.on('exit', () => rmSync(clientDir, { recursive: true }));
writeFileSync(join(clientDir, 'index.html'), '<!doctype html><div id="root"></div>');
writeFileSync(join(clientDir, 'robots.txt'), 'User-agent: *');
const { onRoute, routes } = collectRoutes();
// What is judged is what is answered; how late the loop is, is watched here.
const app = await buildApp(deps, { logger: log, clientDir, onRoute, eventLoopDelayMs: () => 0 });

process.on('message', (message: 'heap' | 'sync' | 'stop') => void obey(message));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
tell({
  kind: 'ready',
  port: Number(new URL(address).port),
  routes: routes.map(({ method, url }) => ({ method, url })),
});
watchForStalls();

async function obey(message: 'heap' | 'sync' | 'stop'): Promise<void> {
  if (message === 'sync') setTimeout(() => tell({ kind: 'synced' }), HEARTBEAT_MS * 2);
  if (message === 'heap') tell({ kind: 'heap', usedBytes: heapInUse() });
  if (message !== 'stop') return;
  await app.close();
  await events.stop();
  await closeDb(db);
  process.disconnect();
}

/**
 * A beat that comes late tells that the loop stood still; how much processor time this thread took meanwhile tells whether
 * that was its own doing, or another process had the machine.
 */
function watchForStalls(): void {
  let beatMs = performance.now();
  let cpu = process.threadCpuUsage();
  setInterval(() => {
    const nowMs = performance.now();
    const { user, system } = process.threadCpuUsage(cpu);
    const busyMs = (user + system) / 1000;
    if (nowMs - beatMs > STALL_MS && busyMs > STALL_MS) {
      tell({ kind: 'stalled', busyMs, fromMs: performance.timeOrigin + beatMs, toMs: performance.timeOrigin + nowMs });
    }
    beatMs = nowMs;
    cpu = process.threadCpuUsage();
  }, HEARTBEAT_MS).unref();
}

function heapInUse(): number {
  for (let times = 0; times < 4; times++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function tell(message: PanelMessage): void {
  process.send?.(message);
}
