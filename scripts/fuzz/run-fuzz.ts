import { randomBytes } from 'node:crypto';
import { closeDb, connect } from '../../db/client.ts';
import { checkLedger } from '../../server/money/check-ledger.ts';
import type { RouteEntry } from '../../server/testing/inventory.ts';
import { faultsOf } from './judge.ts';
import { PanelProcess, type Stall } from './panel-process.ts';
import { type FuzzRequest, requestOf } from './requests.ts';
import { sendRequest } from './send-request.ts';
import { arrangeWorld, type World } from './world.ts';

export interface FuzzOptions {
  /** A migrated database without a row. */
  databaseUrl: string;
  seed: number;
  /** Which of the seed's inputs: so many, from this one on. */
  first: number;
  inputs: number;
  /** After so long a request counts as not answered. */
  answerLimitMs: number;
  /** Told now and then how many were sent. */
  onProgress?: (sent: number) => void;
}

/** Something that must not be, with the request that brought it about. */
export interface Fault {
  what: string;
  /** Undefined where no single request did. */
  request: FuzzRequest | undefined;
  /** How the answer began. */
  answer?: string;
}

export interface FuzzReport {
  sent: number;
  statuses: Record<string, number>;
  faults: Fault[];
  /** Inputs that hold the event loop, also when they are sent again alone. */
  stalls: { busyMs: number; request: FuzzRequest }[];
  /** How often the loop stood still while several inputs were under way; none of them did that alone. */
  passingStalls: number;
  heapGrowthBytes: number;
  ledgerProblems: string[];
  orders: number;
  /** What the panel logged as unexpected. */
  logged: string[];
}

const AT_ONCE = 8;
const RENEW_EVERY = 1000;
/** Caches fill up and code is compiled before the heap is measured first. */
const WARM_UP_PERCENT = 20;
/** Stalls that are looked into; where there are more, these few will do. */
const STALLS_LOOKED_INTO = 60;

/** Nothing that the limits are there for, so that every input reaches what it was made for. */
const LIMITS = {
  LOGIN_FAILURES_PER_15_MINUTES: '1000000',
  LOGINS_PER_MINUTE_PER_ADDRESS: '1000000',
  REGISTRATIONS_PER_HOUR_PER_ADDRESS: '1000000',
  PASSWORD_RESETS_PER_HOUR: '1000000',
  ORDERS_PER_MINUTE: '1000000',
  RECHARGE_REQUESTS_PER_10_MINUTES: '1000000',
};

/** Sends a seed's inputs to a panel of its own and tells what was wrong with the answers, and with the panel after them. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const env = {
    ...LIMITS,
    NODE_ENV: 'production',
    DATABASE_URL: options.databaseUrl,
    JWT_SECRET: randomBytes(48).toString('base64url'),
    PUBLIC_URL: 'http://panel.test',
    LOG_LEVEL: 'error',
  };
  const db = connect(options.databaseUrl);
  const panel = new PanelProcess(env);
  try {
    const { port, routes } = await panel.ready();
    const world = await arrangeWorld(db, env.JWT_SECRET);
    const run = await sendAll(options, {
      panel,
      port,
      routes: routes as RouteEntry[],
      world,
      answerLimitMs: options.answerLimitMs,
    });
    const ledger = await checkLedger(db);
    return { ...run, ledgerProblems: ledger.problems, orders: ledger.orders, logged: panel.logged };
  } finally {
    await panel.stop();
    await closeDb(db);
  }
}

interface Bench {
  panel: PanelProcess;
  port: number;
  routes: RouteEntry[];
  world: World;
  answerLimitMs: number;
}

type Sending = Omit<FuzzReport, 'ledgerProblems' | 'orders' | 'logged'>;

async function sendAll({ seed, first, inputs, onProgress }: FuzzOptions, bench: Bench): Promise<Sending> {
  const { panel, port, routes, world, answerLimitMs } = bench;
  const statuses: Record<string, number> = {};
  const faults: Fault[] = [];
  const underWay: { request: FuzzRequest; fromMs: number; toMs: number }[] = [];
  let next = 0;
  let heapBefore: number | undefined;

  const sendOne = async (number: number) => {
    const request = requestOf(seed, number, routes);
    const fromMs = performance.timeOrigin + performance.now();
    const answer = await sendRequest(port, request, { token: world.tokenOf(request), timeoutMs: answerLimitMs });
    underWay.push({ request, fromMs, toMs: performance.timeOrigin + performance.now() });
    const status = answer.status ?? 'none';
    statuses[status] = (statuses[status] ?? 0) + 1;
    for (const what of faultsOf(request, answer)) faults.push({ what, request, answer: answer.text.slice(0, 600) });
  };
  const keepSending = async (until: number) => {
    while (next < until && panel.ended === undefined) await sendOne(first + next++);
  };

  const suspects: { stall: Stall; requests: FuzzRequest[] }[] = [];
  while (next < inputs && panel.ended === undefined) {
    const until = Math.min(inputs, next + RENEW_EVERY);
    await Promise.all(Array.from({ length: AT_ONCE }, () => keepSending(until)));
    if (panel.ended !== undefined) break;
    await panel.sync();
    for (const stall of panel.stalls.splice(0)) {
      const requests = underWay.filter(({ fromMs, toMs }) => fromMs <= stall.toMs && toMs >= stall.fromMs);
      suspects.push({ stall, requests: requests.map(({ request }) => request) });
    }
    underWay.length = 0;
    if (heapBefore === undefined && next >= (inputs * WARM_UP_PERCENT) / 100) heapBefore = await panel.heapBytes();
    await world.renew();
    onProgress?.(next);
  }
  if (panel.ended !== undefined) {
    faults.push({ what: `the panel's process has ended: ${panel.ended}`, request: undefined });
    return { sent: next, statuses, faults, stalls: [], passingStalls: suspects.length, heapGrowthBytes: 0 };
  }
  const heapGrowthBytes = (await panel.heapBytes()) - (heapBefore ?? 0);
  const stalls = await findStallers(
    suspects.slice(0, STALLS_LOOKED_INTO).flatMap(({ requests }) => requests),
    bench,
  );
  return { sent: next, statuses, faults, stalls, passingStalls: suspects.length, heapGrowthBytes };
}

/** Sends each suspect alone, twice: one that holds the loop both times does it itself. */
async function findStallers(
  suspects: FuzzRequest[],
  { panel, port, world, answerLimitMs }: Bench,
): Promise<FuzzReport['stalls']> {
  const found: FuzzReport['stalls'] = [];
  for (const request of new Map(suspects.map((each) => [each.number, each])).values()) {
    const busyMs: number[] = [];
    for (let times = 0; times < 2; times++) {
      await panel.sync();
      panel.stalls.length = 0;
      await sendRequest(port, request, { token: world.tokenOf(request), timeoutMs: answerLimitMs });
      await panel.sync();
      busyMs.push(Math.max(0, ...panel.stalls.map((stall) => stall.busyMs)));
    }
    if (Math.min(...busyMs) > 0) found.push({ busyMs: Math.min(...busyMs), request });
  }
  return found;
}
