import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';

/** The account that PostgreSQL runs under. */
export interface RunAs {
  name: string;
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Root uses the account that already owns the cluster, else `postgres`, else `nobody`.
 *
 * @param clusterDirectory may not exist yet.
 * @returns undefined if this process is not root: PostgreSQL then runs under the same account.
 */
export function chooseAccount(clusterDirectory: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDirectory, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const account = lookUp(name);
    if (account) return account;
  }
  throw new EmbeddedPostgresError(
    'start_failed',
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". Start the panel as an ordinary user.',
  );
}

/** Whether the account may enter `path` and every directory above it. Access control lists are not read. */
export function canReach(path: string, account: RunAs): boolean {
  for (let current = path; ; current = dirname(current)) {
    const entry = statSync(current, { throwIfNoEntry: false });
    if (entry && !mayEnter(entry, account)) return false;
    if (current === dirname(current)) return true;
  }
}

function mayEnter(entry: { uid: number; gid: number; mode: number }, account: RunAs): boolean {
  if (entry.uid === account.uid) return (entry.mode & 0o100) !== 0;
  if (entry.gid === account.gid) return (entry.mode & 0o010) !== 0;
  return (entry.mode & 0o001) !== 0;
}

function lookUp(name: string): RunAs | undefined {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })),
    );
    return uid && gid !== undefined ? { name, uid, gid } : undefined;
  } catch {
    return undefined;
  }
}
