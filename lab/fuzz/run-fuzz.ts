import { checkLedger } from '#server/money/check-ledger.ts';
import type { RouteEntry } from '#server/testing/inventory.ts';
import { ForkedProcess } from '../forked-process.ts';
import type { Lab } from '../lab.ts';
import { serverEnv } from '../panel.ts';
import { faultsOf } from './judge.ts';
import type { Block, Heap, Ready, Recorded } from './panel-server.ts';
import { type FuzzRequest, requestOf } from './requests.ts';
import { sendRequest } from './send-request.ts';
import { arrangeWorld } from './world.ts';

export interface FuzzOptions {
  seed: number;
  /** The number of the first input. */
  first: number;
  inputs: number;
  answerLimitMs: number;
  /** Called occasionally with the number of sent inputs. */
  onProgress?: (sent: number) => void;
}

export interface Fault {
  what: string;
  /** The request that caused it, if one did. */
  request: FuzzRequest | undefined;
  /** The start of the response. */
  answer?: string;
}

export interface FuzzReport {
  sent: number;
  statuses: Record<string, number>;
  faults: Fault[];
  /** Inputs that block the event loop, also when sent again alone. */
  blocking: { busyMs: number; request: FuzzRequest }[];
  /** How often the event loop was blocked in total. */
  blocks: number;
  heapGrowthBytes: number;
  ledgerProblems: string[];
  orders: number;
  /** Logged errors. */
  logged: string[];
}

const AT_ONCE = 8;
const RENEW_EVERY = 1000;
/** Before the heap is first measured: caches fill and code is compiled. */
const WARM_UP_PERCENT = 20;
/** How many blocks are investigated. */
const MOST_BLOCKS = 60;

/** Sends a seed's inputs to its own panel, and judges the responses and the panel. */
export async function runFuzz(lab: Lab, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, first, inputs, answerLimitMs: timeoutMs, onProgress } = options;
  const { db, url } = await lab.newDatabase('fuzz');
  const panel = new ForkedProcess(lab, 'fuzz/panel-server.ts', {
    env: { ...serverEnv(lab, url), PUBLIC_URL: 'http://panel.test', LOG_LEVEL: 'error' },
    execArgv: ['--expose-gc'],
  });
  const { port, routes } = await panel.first<Ready>();
  const world = await arrangeWorld(db, lab.jwtSecret);
  const report: FuzzReport = {
    sent: 0,
    statuses: {},
    faults: [],
    blocking: [],
    blocks: 0,
    heapGrowthBytes: 0,
    ledgerProblems: [],
    orders: 0,
    logged: [],
  };
  const underWay: { request: FuzzRequest; fromMs: number; toMs: number }[] = [];
  const suspects = new Map<number, FuzzRequest>();
  let heapBefore: number | undefined;

  while (report.sent < inputs && panel.ended === undefined) {
    const until = Math.min(inputs, report.sent + RENEW_EVERY);
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendUntil(until)));
    if (panel.ended !== undefined) break;
    for (const block of await readBlocks()) if (report.blocks++ < MOST_BLOCKS) suspect(block);
    underWay.length = 0;
    if (report.sent >= (inputs * WARM_UP_PERCENT) / 100) heapBefore ??= await heapBytes();
    await world.renew();
    onProgress?.(report.sent);
  }
  if (panel.ended === undefined) {
    report.heapGrowthBytes = (await heapBytes()) - (heapBefore ?? 0);
    for (const request of suspects.values()) {
      const busyMs = Math.min(await blockedBy(request), await blockedBy(request));
      if (busyMs > 0) report.blocking.push({ busyMs, request });
    }
  }
  if (panel.ended === undefined) await panel.leave({ kind: 'stop' });
  else report.faults.push({ what: `the panel's process has ended: ${panel.ended}`, request: undefined });
  const ledger = await checkLedger(db);
  return { ...report, ledgerProblems: ledger.problems, orders: ledger.orders };

  async function sendUntil(until: number): Promise<void> {
    while (report.sent < until && panel.ended === undefined) {
      const request = requestOf(seed, first + report.sent++, routes as RouteEntry[]);
      const fromMs = performance.timeOrigin + performance.now();
      const answer = await send(request);
      underWay.push({ request, fromMs, toMs: performance.timeOrigin + performance.now() });
      const { status = 'none' } = answer;
      report.statuses[status] = (report.statuses[status] ?? 0) + 1;
      for (const what of faultsOf(request, answer))
        report.faults.push({ what, request, answer: answer.text.slice(0, 600) });
    }
  }

  function send(request: FuzzRequest) {
    return sendRequest(port, request, { token: world.tokenOf(request), timeoutMs });
  }

  async function readBlocks(): Promise<Block[]> {
    const { blocks, logged } = await panel.run<Recorded>({ kind: 'read' });
    report.logged.push(...logged);
    return blocks;
  }

  async function heapBytes(): Promise<number> {
    return (await panel.run<Heap>({ kind: 'heap' })).usedBytes;
  }

  /** Records the requests in flight. */
  function suspect(block: Block): void {
    for (const { request, fromMs, toMs } of underWay)
      if (fromMs <= block.toMs && toMs >= block.fromMs) suspects.set(request.number, request);
  }

  /** Sends a request alone. @returns the longest block of the event loop meanwhile */
  async function blockedBy(request: FuzzRequest): Promise<number> {
    await readBlocks();
    await send(request);
    return Math.max(0, ...(await readBlocks()).map(({ busyMs }) => busyMs));
  }
}
