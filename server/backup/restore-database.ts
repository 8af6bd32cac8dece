import type { Sql } from 'postgres';
import { assertSupportedVersion, closeDb, connect, type Db } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { secretFingerprints } from '#db/schema/secret.ts';
import { assertSessions } from '#db/sessions.ts';
import { reasonOf } from '../base/log-error.ts';
import { pauseOutgoing } from '../base/queue/pause-outgoing.ts';
import { checkLedger, type LedgerReport } from '../money/check-ledger.ts';
import { type StoppedSuppliers, stopAllSuppliers } from '../suppliers/stop-supplier.ts';
import { BackupError } from './backup-error.ts';
import { endAccess } from './end-access.ts';
import { loadTables } from './load-tables.ts';
import { HOW_TO_REPEAT, isUnfinished, markUnfinished, unmark } from './unfinished-restore.ts';
import type { VerifiedEntry } from './verify-entry.ts';

export interface RestoreReport {
  ledger: LedgerReport;
  endedSessions: number;
  stopped: StoppedSuppliers;
  /** Tables of the entry that are not the panel's. */
  leftOut: string[];
}

interface Restoring {
  /** Receives a line for each step. */
  say: (line: string) => void;
  signal: AbortSignal;
}

const LIMITS = { applicationName: 'reseller-panel restore', statementTimeoutMs: 0, lockTimeoutMs: 0 };

/**
 * Restores an entry into an empty database, and migrates it to this version. Until the end no panel starts on it. Then all access has
 * ended, everything outgoing is paused, and suppliers are stopped.
 *
 * @param url the database's owner
 * @throws BackupError if the database is not empty, its content differs from the manifest, or it refuses something. It says whether
 * the database is half restored now.
 */
export async function restoreDatabase(
  url: string,
  entry: VerifiedEntry,
  { say, signal }: Restoring,
): Promise<RestoreReport> {
  await assertSessions(url);
  const db = connect(url, { ...LIMITS, max: 2, idleInTransactionTimeoutMs: 0 });
  const stop = () => void db.$client.end({ timeout: 0 }).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await assertSupportedVersion(db);
    await assertEmpty(db.$client);
    await markUnfinished(db.$client);
    return await fill(db, url, entry, { say, signal }).catch((error: unknown) => {
      const reason = signal.aborted ? 'The restore was interrupted' : reasonOf(error).replace(/\.$/, '');
      throw new BackupError(`${reason}. The database is half restored, and no panel starts on it. ${HOW_TO_REPEAT}`, {
        cause: error,
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await closeDb(db);
  }
}

async function fill(db: Db, url: string, entry: VerifiedEntry, { say, signal }: Restoring): Promise<RestoreReport> {
  say(`Making the tables, as of ${entry.lastMigration} …`);
  await migrate(url, { through: entry.lastMigration });
  signal.throwIfAborted();
  say('Loading the rows …');
  const leftOut = await loadTables(db.$client, entry);
  await assertTotals(db.$client, entry);
  signal.throwIfAborted();
  await migrate(url);
  signal.throwIfAborted();
  say('Proving the ledger …');
  const ledger = await checkLedger(db);
  const endedSessions = await endAccess(db);
  // All sessions have ended, so another JWT_SECRET ends none: the first start may bring its own.
  await db.delete(secretFingerprints);
  await pauseOutgoing(
    db,
    `Restored from the backup of ${entry.manifest.startedAt} by ${entry.manifest.host}`.slice(0, 500),
  );
  const stopped = await stopAllSuppliers(db, 'restored');
  await unmark(db.$client);
  return { ledger, endedSessions, stopped, leftOut };
}

async function assertEmpty(sql: Sql): Promise<void> {
  if (await isUnfinished(sql))
    throw new BackupError(`An earlier restore into this database runs, or was interrupted. ${HOW_TO_REPEAT}`);
  const found = await sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 3`;
  if (found.length === 0) return;
  throw new BackupError(
    `The target is not empty: the database has ${found.map(({ name }) => name).join(', ')} … Nothing was changed. Restore into a new, empty database.`,
  );
}

/** Before newer migrations, which may change what is counted. */
async function assertTotals(sql: Sql, { manifest: { ledger } }: VerifiedEntry): Promise<void> {
  const [found] = await sql<{ wallets: number; entries: number; orders: number; heldNanos: string }[]>`
    select (select count(*) from accounts where kind = 'wallet') as wallets,
      (select count(*) from ledger) as entries, (select count(*) from orders) as orders,
      (select coalesce(sum(balance_nanos), 0)::text from accounts) as "heldNanos"`;
  for (const total of ['wallets', 'entries', 'orders', 'heldNanos'] as const)
    if (found?.[total] !== ledger[total])
      throw new BackupError(`The restored ${total} are ${found?.[total]}, but the manifest says ${ledger[total]}.`);
}
