import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { Contender } from '../contender.ts';
import type { Lab, LabDatabase } from '../lab/lab.ts';
import { panelEnv, startPanel } from '../lab/panel.ts';
import type { Call, Customer } from '../task.ts';
import { SINGLE_STATEMENT } from './single-statement.ts';

/** Who is driven in a benchmark, by what, and whose processor time is whose. */
export interface Turn {
  /** In the table of rates. */
  label: string;
  driver: Contender;
  /** Of the server, or of the database where it is driven straight. */
  url: string;
  call: (customers: Customer[]) => Call;
  /** Whose processor time is the server's. */
  serverPids: number[];
  /** Whether an answer means an order in the database. */
  orders: boolean;
}

export type TurnName = 'ours' | 'oursFew' | 'ours2' | 'single' | 'set' | 'naive';

/** How T1 is driven on this machine. */
export const SINGLE_BY =
  spawnSync('pgbench', ['--version']).status === 0
    ? 'pgbench'
    : 'a separate process of Node, as no pgbench is installed';

/** Starts those contenders; all work on one database. */
export async function startCast(
  lab: Lab,
  { url: databaseUrl }: LabDatabase,
  serviceId: number,
  names: TurnName[],
): Promise<Partial<Record<TurnName, Turn>>> {
  const http = startContender(lab, './load/http-load.ts');
  const panel = once((processes: number) => startOurs(lab, databaseUrl, processes));
  const overHttp = { driver: http, orders: true, call: orderOf(serviceId) };
  const straight = { url: databaseUrl, orders: true, call: orderOf(serviceId), serverPids: [] };
  const makers: Record<TurnName, () => Promise<Turn>> = {
    ours: async () => ({ ...overHttp, label: 'ours: orders.place over HTTP', ...(await panel(1)) }),
    oursFew: async () => ({ ...overHttp, label: 'ours over as few as the others', ...(await panel(1)) }),
    ours2: async () => ({ ...overHttp, label: 'ours with PROCESSES=2', ...(await panel(2)) }),
    single: async () => ({ ...straight, label: 'T1: the single statement', driver: startSingle(lab) }),
    set: async () => ({
      ...straight,
      label: 'TB: the set statement, 2 × 256',
      driver: startContender(lab, './load/set-load.ts'),
    }),
    naive: async () => ({ ...overHttp, label: 'naive: separate statements', ...(await startNaive(lab, databaseUrl)) }),
  };
  const turns = await Promise.all(names.map(async (name) => [name, await makers[name]()] as const));
  return Object.fromEntries(turns);
}

/** Starts a driver or a server, which ends with the lab. */
export function startContender(lab: Lab, file: string, env: Record<string, string> = {}, output?: number): Contender {
  const contender = new Contender(file, env, { output });
  lab.onEnd(() => contender.stop());
  return contender;
}

export function orderOf(serviceId: number): Turn['call'] {
  return (customers) => ({ kind: 'order', serviceId, customers, statement: SINGLE_STATEMENT });
}

function startSingle(lab: Lab): Contender {
  return startContender(lab, SINGLE_BY === 'pgbench' ? './load/pgbench-load.ts' : './load/statement-load.ts');
}

async function startOurs(lab: Lab, databaseUrl: string, processes: number): Promise<Pick<Turn, 'url' | 'serverPids'>> {
  const { url, pid } = await startPanel(lab, { databaseUrl, processes, name: `panel-${processes}` });
  return { url, serverPids: [pid] };
}

async function startNaive(lab: Lab, databaseUrl: string): Promise<Pick<Turn, 'url' | 'serverPids'>> {
  const log = openSync(join(lab.folder, 'naive.log'), 'a');
  const env = { ...panelEnv(lab, databaseUrl), LOG_LEVEL: 'info' };
  const contender = startContender(lab, './contenders/naive-server.ts', env, log);
  return { url: await contender.address(), serverPids: [contender.pid] };
}

/** What two turns share is started once. */
function once<K, T>(start: (what: K) => Promise<T>): (what: K) => Promise<T> {
  const started = new Map<K, Promise<T>>();
  return (what) => {
    const earlier = started.get(what) ?? start(what);
    started.set(what, earlier);
    return earlier;
  };
}
