import { spawnSync } from 'node:child_process';
import { ForkedProcess } from '../forked-process.ts';
import type { Lab } from '../lab.ts';
import { serverEnv, startPanel } from '../panel.ts';
import type { Call, Customer } from './task.ts';

/** One of the compared systems, with its load generator. */
export interface Contender {
  label: string;
  load: ForkedProcess;
  /** The server's, or the database's for a load without a server. */
  url: string;
  call: (customers: Customer[]) => Call;
  /** The root of the server's processes. */
  serverPid?: number;
}

export type ContenderName = 'ours' | 'single' | 'naive';

/** The load generator of T1 on this machine. */
export const SINGLE_BY =
  spawnSync('pgbench', ['--version']).status === 0
    ? 'pgbench'
    : 'a separate process of Node, as no pgbench is installed';

/** Starts a contender on a database with this service. */
export async function startContender(
  lab: Lab,
  name: ContenderName,
  { databaseUrl, serviceId }: { databaseUrl: string; serviceId: number },
): Promise<Contender> {
  const call = orderCall(serviceId);
  const straight = { url: databaseUrl, call };
  switch (name) {
    case 'ours': {
      const { url, pid } = await startPanel(lab, { databaseUrl });
      return { label: 'ours: orders.place over HTTP', load: httpLoad(lab), url, call, serverPid: pid };
    }
    case 'naive': {
      const env = serverEnv(lab, databaseUrl);
      const server = new ForkedProcess(lab, 'bench/servers/naive-server.ts', { env, log: 'naive.log' });
      const url = await server.url();
      return { label: 'naive: separate statements', load: httpLoad(lab), url, call, serverPid: server.pid };
    }
    case 'single': {
      const file = SINGLE_BY === 'pgbench' ? 'bench/load/pgbench-load.ts' : 'bench/load/database-load.ts';
      return { ...straight, label: 'T1: the single statement', load: new ForkedProcess(lab, file) };
    }
  }
}

export function httpLoad(lab: Lab): ForkedProcess {
  return new ForkedProcess(lab, 'bench/load/http-load.ts');
}

export function orderCall(serviceId: number): Contender['call'] {
  return (customers) => ({ kind: 'order', serviceId, customers });
}
