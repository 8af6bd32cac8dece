import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { closeDb } from '#db/client.ts';
import { buildApp } from '#server/api/app.ts';
import { collectRoutes, type RouteEntry } from '#server/testing/inventory.ts';
import { serverDeps } from '../server-deps.ts';

/** The app of the panel under test, as in production. It records blocks of its event loop and logged errors. */
const HEARTBEAT_MS = 5;
const BLOCKED_MS = 50;
const LOG_LINE_LENGTH = 3000;

/** A block of the event loop, in real time, and the processor time of this thread meanwhile. */
export interface Block {
  busyMs: number;
  fromMs: number;
  toMs: number;
}

export interface Ready {
  port: number;
  routes: Pick<RouteEntry, 'method' | 'url'>[];
}

/** The response to `read`: everything since the last one. */
export interface Recorded {
  blocks: Block[];
  logged: string[];
}

export interface Heap {
  usedBytes: number;
}

const recorded: Recorded = { blocks: [], logged: [] };
const write = (line: string) => void recorded.logged.push(line.slice(0, LOG_LINE_LENGTH));
const logger = pino({ level: 'error' }, { write });
const { deps, events } = serverDeps(logger);
const clientDir = mkdtempSync(join(tmpdir(), 'panel-fuzz-client-'));
process.on('exit', () => rmSync(clientDir, { recursive: true }));
writeFileSync(join(clientDir, 'index.html'), '<!doctype html><div id="root"></div>');
writeFileSync(join(clientDir, 'robots.txt'), 'User-agent: *');
const { onRoute, routes } = collectRoutes();
// The panel would refuse requests while its event loop is late, which is recorded here.
const app = await buildApp(deps, { logger, clientDir, onRoute, eventLoopDelayMs: () => 0 });

process.on('message', ({ kind }: { kind: 'heap' | 'read' | 'stop' }) => void handle(kind));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
send({ port: Number(new URL(address).port), routes: routes.map(({ method, url }) => ({ method, url })) });
watchEventLoop();

async function handle(kind: 'heap' | 'read' | 'stop'): Promise<void> {
  if (kind === 'read') {
    // The next heartbeats record a block that has just ended.
    setTimeout(() => send({ blocks: recorded.blocks.splice(0), logged: recorded.logged.splice(0) }), HEARTBEAT_MS * 2);
  } else if (kind === 'heap') {
    for (let times = 0; times < 4; times++) globalThis.gc?.();
    send({ usedBytes: process.memoryUsage().heapUsed });
  } else {
    await app.close();
    await events.stop();
    await closeDb(deps.db);
    process.exit();
  }
}

/** A late heartbeat is a block. The thread's processor time separates it from other programs on a busy machine. */
function watchEventLoop(): void {
  let beatMs = performance.now();
  let cpu = process.threadCpuUsage();
  setInterval(() => {
    const nowMs = performance.now();
    const { user, system } = process.threadCpuUsage(cpu);
    const busyMs = (user + system) / 1000;
    if (nowMs - beatMs > BLOCKED_MS && busyMs > BLOCKED_MS) {
      const { timeOrigin } = performance;
      recorded.blocks.push({ busyMs, fromMs: timeOrigin + beatMs, toMs: timeOrigin + nowMs });
    }
    beatMs = nowMs;
    cpu = process.threadCpuUsage();
  }, HEARTBEAT_MS).unref();
}

function send(message: Ready | Recorded | Heap): void {
  process.send?.(message);
}
