import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { openSql } from '#db/connection.ts';
import type { Lab } from '../lab.ts';
import { pidsBelow, signalTo } from '../processes.ts';
import type { Programs } from './programs.ts';

/** A primary and its standby, with the manager that promotes the standby. */
export interface Pair {
  /** Of both servers, as in the panel's `DATABASE_URL`. */
  url: string;
  /** Of the server that is the primary now. */
  primaryUrl: () => string;
  /** Kills all processes of the primary, like a power cut. Resolves when the other server accepts writes. */
  killPrimary: () => Promise<void>;
  /** Suspends all processes of the primary, like a machine that hangs. Resolves when the other server accepts writes. */
  freezePrimary: () => Promise<void>;
  /** Resumes the suspended server. It may believe for a while that it is the primary. */
  thaw: () => Promise<void>;
  /** Swaps the two in order. */
  switchOver: () => Promise<void>;
  /** Cuts the standby off, unnoticed by commits that do not wait for it. Only of the trial's script. */
  losesStandby?: () => Promise<void>;
  /** Resolves when the other server is a synchronous standby again. */
  heal: () => Promise<void>;
  machines?: MachineFaults;
}

/** What only servers on machines of their own can suffer. */
export interface MachineFaults {
  /** The primary's machine ends. */
  losePrimary: () => Promise<void>;
  loseMonitor: () => Promise<void>;
  monitorReturns: () => Promise<void>;
  /** The panels and the primary hear nothing of each other; the monitor and the standby hear both. */
  cutOffPanels: () => Promise<void>;
  panelsReturn: () => Promise<void>;
  /** @throws Error if the standby is promoted within this time */
  nothingIsPromoted: (forMs: number) => Promise<void>;
  /** Resolves when the other server accepts writes. */
  takenOver: () => Promise<void>;
}

export interface PairOptions {
  /** The servers end with it. */
  lab: Lab;
  /** It is made for PostgreSQL's account. */
  folder: string;
  programs: Programs;
}

/** One PostgreSQL on this machine. */
export interface Node {
  name: string;
  port: number;
  dataDir: string;
}

const CHECK_EVERY_MS = 50;
/** A rebuild on a busy machine. */
const LIMIT_MS = 120_000;
const CONNECT_SECONDS = 2;
const STOP_LIMIT_MS = 20_000;

export function urlOfNode({ port }: Node, database: string, user = 'postgres'): string {
  return `postgres://${user}@127.0.0.1:${port}/${database}`;
}

/** Both servers, in libpq's form. */
export function urlOfNodes(nodes: readonly Node[], database: string, user: string): string {
  return `postgres://${user}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}`;
}

/** Runs on its own connection without the panel's time limits. */
export async function onNode<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openSql(url, {
    max: 1,
    applicationName: 'failover trial',
    connectTimeoutSeconds: CONNECT_SECONDS,
    statementTimeoutMs: 0,
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Waits until a check holds; a failed check counts as no. @throws Error that names it, after two minutes */
export async function until(name: string, check: () => Promise<boolean>, limitMs = LIMIT_MS): Promise<void> {
  let last: unknown;
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; await sleep(CHECK_EVERY_MS)) {
    try {
      if (await check()) return;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${name}: not within ${limitMs / 1000} s`, { cause: last });
}

/** Whether a server accepts writes. */
export function takesWrites(url: string): Promise<boolean> {
  return onNode(url, async (sql) => {
    const [row] = await sql<{ writable: boolean }[]>`
      select not pg_is_in_recovery() and not current_setting('default_transaction_read_only')::boolean as writable`;
    return row?.writable === true;
  });
}

/** Whether a commit on this server waits for a connected standby. */
export function hasSyncStandby(url: string): Promise<boolean> {
  return onNode(url, async (sql) => {
    const [row] = await sql<{ synced: boolean }[]>`
      select current_setting('synchronous_standby_names') <> ''
             and exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) as synced`;
    return row?.synced === true;
  });
}

/** Sends a signal to a process and everything below it, the first before the others so that it starts no more. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const first = pidsBelow(pid);
  signalTo(pid, signal);
  for (const each of new Set([...first, ...pidsBelow(pid)])) signalTo(each, signal);
}

/** Ends a server with a signal, and after a while by force. */
export async function endServer(server: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (server?.pid === undefined || hasEnded(server)) return;
  const { pid } = server;
  const ended = once(server, 'exit');
  const tree = [pid, ...pidsBelow(pid)];
  const force = setTimeout(() => signalTree(pid, 'SIGKILL'), STOP_LIMIT_MS);
  for (const each of signal === 'SIGKILL' ? tree : [pid]) signalTo(each, signal);
  // A suspended process gets its signal only now.
  for (const each of tree) signalTo(each, 'SIGCONT');
  await ended;
  clearTimeout(force);
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
