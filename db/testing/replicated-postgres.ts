import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '../connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { preparePlace } from '../embedded/place.ts';
import { newDataDir } from './data-dir.ts';

export interface ReplicatedPostgres {
  primary: EmbeddedPostgres;
  /** Replicates the primary. */
  standby: EmbeddedPostgres;
  stop(): Promise<void>;
}

/** The standby's name in `synchronous_standby_names`. */
export const STANDBY_NAME = 'test_standby';
const SETTINGS = { max_connections: '50', hot_standby: 'on' };

/**
 * Starts a primary and its standby. Both shut down with this process.
 * @param standbySettings PostgreSQL settings of the standby alone
 */
export async function startReplicatedPostgres(standbySettings = {}): Promise<ReplicatedPostgres> {
  const [ours, theirs] = [newDataDir().dataDir, newDataDir().dataDir];
  const start = (dataDir: string, settings = {}) =>
    startEmbeddedPostgres({ dataDir, database: 'postgres', settings: { ...SETTINGS, ...settings } });
  await start(ours).then((made) => made.stop());
  const [from, to] = [preparePlace(ours), preparePlace(theirs)];
  execFileSync('cp', ['-a', from.cluster, to.cluster]);
  writeFileSync(join(to.cluster, 'standby.signal'), '');
  const primary = await start(ours);
  const conninfo = `host=${from.socketDirectory} user=postgres application_name=${STANDBY_NAME}`;
  const standby = await start(theirs, { ...standbySettings, primary_conninfo: conninfo });
  return {
    primary,
    standby,
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      for (const place of [from, to])
        for (const path of [place.home, place.socketDirectory]) rmSync(path, { recursive: true, force: true });
      for (const path of [ours, theirs]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The URL of several servers behind unix sockets, in libpq's form. */
export function urlOfAll(servers: EmbeddedPostgres[], database = 'postgres'): string {
  const hosts = servers.map(({ adminUrl }) => new URL(adminUrl).searchParams.get('host'));
  const url = new URL(withDatabase(servers[0]?.adminUrl ?? '', database));
  url.searchParams.set('host', hosts.join());
  return url.href;
}
