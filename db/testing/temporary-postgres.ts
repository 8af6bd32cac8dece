import { spawn } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { openSql } from '../connection.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { hasLiveOwner } from '../embedded/owner.ts';
import { preparePlace } from '../embedded/place.ts';
import { findServer, shutDown } from '../embedded/postmaster.ts';
import { signal } from '../embedded/processes.ts';
import { newDataDir, scratch } from './data-dir.ts';

export interface TemporaryPostgres {
  adminUrl: string;
  serverPid: number;
  stop(): Promise<void>;
}

const PREFIX = 'reseller-panel-test-';
const ABANDONED_AFTER_MS = 60_000;

/** Tests need no recovery: without waiting for the disk they are several times faster. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/**
 * Starts an embedded PostgreSQL in a temporary directory. `stop` removes the directory. If this process is killed, a shell does, and if
 * that is killed, too, the next call.
 */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  await removeAbandoned();
  const { dataDir } = newDataDir(PREFIX);
  const server = await startEmbeddedPostgres({ dataDir, database: 'postgres', settings: FAST_SETTINGS });
  const directories = [...new Set([dataDir, ...directoriesOf(dataDir)])];
  const dismissGuard = guard(server.pid, directories);
  return {
    adminUrl: server.adminUrl,
    serverPid: server.pid,
    async stop() {
      await server.stop();
      remove(directories);
      dismissGuard();
    },
  };
}

/**
 * Suspends every process of a server, like a machine that hangs: connections stay open, new ones seem to work, and nothing responds.
 * @returns a function that resumes them
 */
export async function freeze({ adminUrl, serverPid }: TemporaryPostgres): Promise<() => Promise<void>> {
  const sql = openSql(adminUrl, { max: 1, applicationName: 'freeze' });
  await sql`select 1`;
  // The first process is suspended first, so that it starts no others.
  signal(serverPid, 'SIGSTOP');
  const found = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  const pids = [serverPid, ...found.map(({ pid }) => pid)];
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return async () => {
    for (const pid of pids) signal(pid, 'SIGCONT');
    await sql.end({ timeout: 0 });
  };
}

/** The shell's standard input ends with this process. */
const GUARD_SCRIPT = `
cat > /dev/null
server=$1; shift
kill -QUIT "$server" 2> /dev/null
for i in $(seq 100); do kill -0 "$server" 2> /dev/null || break; sleep 0.05; done
rm -rf -- "$@"
`;

function guard(serverPid: number, directories: string[]): () => void {
  const shell = spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'sh', String(serverPid), ...directories], {
    // Own process group, so that it survives a kill of the whole run.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  shell.unref();
  // A pipe to a child is a socket, although the declared type is wider.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return () => shell.kill('SIGKILL');
}

async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(scratch()).filter((entry) => entry.startsWith(PREFIX))) {
    const dataDir = join(scratch(), name);
    const entry = statSync(dataDir, { throwIfNoEntry: false });
    if (!entry || Date.now() - entry.mtimeMs < ABANDONED_AFTER_MS || hasLiveOwner(dataDir)) continue;
    try {
      const place = preparePlace(dataDir);
      if (hasLiveOwner(place.home)) continue;
      const orphan = findServer(place);
      if (orphan !== undefined) await shutDown(place, orphan);
      remove([dataDir, place.home, place.socketDirectory]);
    } catch {
      // They may belong to another account.
    }
  }
}

function directoriesOf(dataDir: string): string[] {
  const { home, socketDirectory } = preparePlace(dataDir);
  return [home, socketDirectory];
}

function remove(directories: string[]): void {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
}
