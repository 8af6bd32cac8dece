import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeDb, connect } from '#db/client.ts';
import { freePort } from '#db/testing/free-port.ts';
import { type Reconciled, reconcile } from '../chaos/reconcile.ts';
import type { Acknowledged } from '../chaos/work.ts';
import type { Lab } from '../lab.ts';
import { onNode, type Pair, type PairOptions } from './pair.ts';
import type { Programs } from './programs.ts';
import { type HaProxy, startHaProxy } from './proxy.ts';
import { type Servers, startServers } from './servers.ts';

/** Everything between the clients and the disks. */
export interface Parts {
  pair: Pair;
  servers: Servers;
  proxy: HaProxy;
  /** The last lines of all logs. */
  tail: () => string;
}

const TAIL_LINES = 10;

/**
 * Starts the database, the panels and HAProxy, and waits until requests go to both panels.
 * @param from the checkout of the panels; by default this one
 */
export async function startParts(
  lab: Lab,
  programs: Programs,
  startPair: (options: PairOptions) => Promise<Pair>,
  from?: string,
): Promise<Parts> {
  const folder = join(lab.folder, 'database');
  const pair = await startPair({ lab, folder, programs }).catch((error: Error) => {
    throw new Error(`${error.message}\n${tailOfLogs(folder)}`, { cause: error });
  });
  const ports: [number, number] = [await freePort(), await freePort()];
  const servers = await startServers(lab, { databaseUrl: pair.url, ports, from });
  const proxy = await startHaProxy({ program: programs.haproxy, folder: lab.folder, ports });
  lab.onEnd(() => proxy.stop());
  for (const nth of [1, 2]) await proxy.untilUp(nth);
  return { pair, servers, proxy, tail: () => `${servers.tail()}\n${tailOfLogs(folder)}` };
}

export interface Compared extends Reconciled {
  /** The request ids that the panels list as acknowledged and missing; undefined if this version has no such list. */
  listed: string[] | undefined;
}

/** Compares what was acknowledged with what the primary has. */
export async function compare(pair: Pair, acknowledged: Acknowledged): Promise<Compared> {
  const db = connect(pair.primaryUrl(), { max: 2, statementTimeoutMs: 0 });
  try {
    return { ...(await reconcile(db, acknowledged)), listed: await readListed(pair) };
  } finally {
    await closeDb(db);
  }
}

/** The entries that the panels miss: recharges by their id before the failover, others by their request id. */
export function readListed(pair: Pair): Promise<string[] | undefined> {
  return onNode(pair.primaryUrl(), async (sql) => {
    const [table] = await sql<{ exists: boolean }[]>`select to_regclass('acknowledged_missing') is not null as exists`;
    if (!table?.exists) return undefined;
    const rows = await sql<{ name: string }[]>`
      select case when recharge_id is null then request_id::text else format('recharge %s', recharge_id) end as name
      from acknowledged_missing where found_at is null`;
    return rows.map(({ name }) => name);
  });
}

function tailOfLogs(folder: string): string {
  const tail = (name: string) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').slice(-TAIL_LINES);
  return globSync('*.log', { cwd: folder })
    .flatMap((name) => [`${name}:`, ...tail(name)])
    .join('\n');
}
