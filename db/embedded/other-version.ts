import { statSync } from 'node:fs';
import { socketUrl } from '../connection.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import type { Place } from './place.ts';

/**
 * Refuses a data directory of another major version. Of PostgreSQL's programs only the server comes along, so that a dump
 * is not what it advises: a PostgreSQL of that version can serve the directory as it is, and the panel takes any that it
 * is led to.
 * @param found the major version that made the directory
 * @param database the panel's name in it
 * @throws EmbeddedPostgresError `version_mismatch` with both ways on, unless it is ours
 */
export function refuseOtherVersion(
  found: string,
  place: Place,
  { binaries: { majorVersion }, database }: { binaries: Binaries; database: string },
): void {
  if (found === majorVersion) return;
  const { uid, gid } = statSync(place.cluster);
  throw new EmbeddedPostgresError(
    'version_mismatch',
    `The database in ${place.cluster} was made by PostgreSQL ${found}, and this version of the panel brings ` +
      `PostgreSQL ${majorVersion}, which can't read it. Nothing in it was changed. Either start the version of the panel ` +
      `that you had before, or have Docker serve it, and lead this one there:

  docker run --detach --restart=unless-stopped --name=panel-postgres --user=${uid}:${gid} --env=PGDATA=/cluster \\
    --volume=${quoted(`${place.cluster}:/cluster`)} \\
    --volume=${quoted(`${place.socketDirectory}:/var/run/postgresql`)} \\
    postgres:${found} -c unix_socket_permissions=0700
  DATABASE_URL=${quoted(socketUrl(place.socketDirectory, database))} npm start`,
  );
}

/** As one word of a shell's command. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
