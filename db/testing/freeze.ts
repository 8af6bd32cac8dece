import { openSql } from '../connection.ts';
import { signal } from '../embedded/processes.ts';
import type { TemporaryPostgres } from './temporary-postgres.ts';

/**
 * Stops every process of a server, as a machine does that hangs: connections stand, new ones seem to be made, and nothing
 * is ever answered.
 * @returns lets them go on where they were
 */
export async function freeze({ adminUrl, serverPid }: TemporaryPostgres): Promise<() => Promise<void>> {
  const sql = openSql(adminUrl, { max: 1, applicationName: 'freeze' });
  await sql`select 1`;
  // Its first process stops first, so that none is added to those that are found.
  signal(serverPid, 'SIGSTOP');
  const found = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  const pids = [serverPid, ...found.map(({ pid }) => pid)];
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return async () => {
    for (const pid of pids) signal(pid, 'SIGCONT');
    await sql.end({ timeout: 0 });
  };
}
