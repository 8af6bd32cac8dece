import { readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql as drizzleSql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { z } from 'zod';
import { closeDb, connect } from '#db/client.ts';
import { openSql } from '#db/connection.ts';
import { pgErrorOf } from '#db/errors.ts';
import { readAppliedMigrations } from '#db/migrator/applied-migrations.ts';
import { namesMadeBy } from '#db/migrator/known-names.ts';
import { readMigrations } from '#db/migrator/read-migrations.ts';
import { proveEverything } from '../money/check-ledger.ts';
import { BackupError, isDiskFull } from './backup-error.ts';
import { deriveKeys, type EntryKeys, newSalt } from './backup-key.ts';
import { quoted, TEXT_FORMAT } from './copy-format.ts';
import { FORMAT, type LedgerProof, MANIFEST_FILE, type Manifest, sealManifest, type TableFile } from './manifest.ts';
import { type CopiedTable, readDatabase, readSecrets, readSequences, readShop, readTables } from './read-catalog.ts';
import { syncFolder, writeTableFile } from './table-file.ts';

/** The panel's version, from package.json. */
const panelVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;

export interface BackupOptions {
  /** The database: PostgreSQL itself, or a pooler that keeps sessions. */
  url: string;
  /** The folder of all entries; created if it is missing. */
  to: string;
  /** The content of `BACKUP_KEY_FILE`; undefined for no encryption. */
  key?: Buffer | undefined;
  /** The panel's address, which tells entries of several shops apart for people. */
  publicUrl?: string;
  /** The name of this machine in the entry. */
  host?: string;
  /** Ends the backup early; nothing is left of it. */
  signal?: AbortSignal;
}

export interface FinishedBackup {
  /** The path of the entry. */
  entry: string;
  bytes: number;
  startedAt: Date;
  finishedAt: Date;
  host: string;
  /** For `pruneBackups`, as `shop` is. */
  databaseId: string;
  /** Undefined for a database from before it had an id. */
  shop: Manifest['shop'];
  ledger: LedgerProof;
  /** How many rows the tables have together. */
  rows: number;
}

/** An entry that is not finished; no command takes it for one. */
const UNFINISHED = '.unfinished-';
/** A migration holds its locks for less. */
const LOCK_TIMEOUT_MS = 60_000;
const PROBLEMS_LISTED = 20;

const NOT_INSIDE = [
  'JWT_SECRET, which signs sessions: only its fingerprint is here. With another one all sessions end.',
  'SECRETS_KEY, which stored secrets are encrypted by, such as those of authenticator apps: only its id is here. Without it they are lost.',
  'The other variables of the panel and the file .env, such as SMTP_URL and its password.',
  'The files in DATA_DIR other than the database: mails written to its mailbox, generated secrets, the first password.',
  "The database's roles, their passwords and permissions, and the settings of the server.",
];

/**
 * Writes one entry with all rows of the database as of one moment, while the panel works. It takes no lock that a request waits for.
 * All of the entry is on the disk before it gets its name.
 *
 * @throws BackupError if it was interrupted, the disk is full, or the role may not read a table; the database's error otherwise. Then
 * nothing is left that looks like an entry.
 */
export async function writeBackup(options: BackupOptions): Promise<FinishedBackup> {
  const { to, host = hostname(), signal = new AbortController().signal } = options;
  const startedAt = new Date();
  const name = `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${host.replace(/[^A-Za-z0-9.-]+/g, '-')}`;
  const draft = join(to, `${UNFINISHED}${name}-${process.pid}`);
  try {
    await mkdir(to, { recursive: true, mode: 0o700 });
    await removeAbandoned(to, host);
    await mkdir(draft, { mode: 0o700 });
    await chmod(draft, 0o700);
    const salt = newSalt();
    const keys = options.key && (await deriveKeys(options.key, salt));
    const read = await copyDatabase({ url: options.url, publicUrl: options.publicUrl, draft, keys, signal });
    signal.throwIfAborted();
    const finishedAt = new Date();
    const manifest = sealManifest(
      {
        kind: 'reseller-panel backup',
        format: FORMAT,
        panelVersion,
        ...read,
        host,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt.toISOString(),
        encryption: keys ? { cipher: 'aes-256-gcm', salt, keyCheck: keys.check } : null,
      },
      keys,
    );
    await writeFile(join(draft, MANIFEST_FILE), manifest, { flag: 'wx', mode: 0o600, flush: true });
    await syncFolder(draft);
    signal.throwIfAborted();
    const entry = await giveName(draft, join(to, name));
    const { databaseId, shop, ledger, tables } = read;
    const total = (of: 'bytes' | 'rows') => tables.reduce((sum, table) => sum + table[of], 0);
    const bytes = total('bytes') + Buffer.byteLength(manifest);
    return { entry, bytes, startedAt, finishedAt, host, databaseId, shop, ledger, rows: total('rows') };
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw explained(error, to, signal);
  }
}

type Copied = Pick<
  Manifest,
  | 'migrations'
  | 'postgres'
  | 'databaseId'
  | 'shop'
  | 'tables'
  | 'sequences'
  | 'ledger'
  | 'secretFingerprint'
  | 'secretsKeyIds'
  | 'notInside'
>;

interface Copying {
  url: string;
  publicUrl: string | undefined;
  draft: string;
  keys: EntryKeys | undefined;
  signal: AbortSignal;
}

async function copyDatabase(copying: Copying): Promise<Copied> {
  const sql = openSql(copying.url, {
    max: 2,
    applicationName: 'reseller-panel backup',
    statementTimeoutMs: 0,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    idleInTransactionTimeoutMs: 0,
  });
  // A copy without a reader would hold its connection.
  const stop = () => void sql.end({ timeout: 0 }).catch(() => undefined);
  copying.signal.addEventListener('abort', stop, { once: true });
  try {
    // An abort from before the listener would be lost.
    copying.signal.throwIfAborted();
    const tables = await readTables(sql);
    return await sql.begin('isolation level repeatable read read only', async (tx) => {
      await prepare(tx, tables);
      return copySnapshot(tx, tables, copying);
    });
  } finally {
    copying.signal.removeEventListener('abort', stop);
    await sql.end({ timeout: 1 });
  }
}

/** Before the snapshot, so that no table is rewritten between the two: a rewritten one would look empty. */
async function prepare(tx: TransactionSql, tables: CopiedTable[]): Promise<void> {
  await tx.unsafe(TEXT_FORMAT);
  const names = tables.map(({ name }) => `public.${quoted(name)}`).join(', ');
  if (names) await tx.unsafe(`lock table ${names} in access share mode`);
}

async function copySnapshot(tx: TransactionSql, tables: CopiedTable[], copying: Copying): Promise<Copied> {
  const [exported] = await tx<{ id: string }[]>`select pg_export_snapshot() as id`;
  if (JSON.stringify(await readTables(tx)) !== JSON.stringify(tables))
    throw new BackupError('The database was migrated at this moment. Start the backup again.');
  const migrations = await readAppliedMigrations(tx);
  if (migrations.length === 0)
    throw new BackupError('This database has no panel: no migration was applied. Check DATABASE_URL or DATA_DIR.');
  const facts = { ...(await readDatabase(tx)), ...(await readSecrets(tx)) };
  const proof = prove(copying.url, exported?.id ?? '');
  // Awaited below; a failure before that must not count as unhandled.
  proof.catch(() => undefined);
  const shop = await readShop(tx, tables);
  const files: TableFile[] = [];
  // A newer panel migrates the database while this one still runs: all of its tables are copied.
  const isKnown = migrations.every(({ tag }) => tag !== null);
  const names = namesMadeBy(readMigrations());
  const own = tables.filter(({ name }) => !isKnown || names.tables.has(name));
  for (const table of own) files.push(await copyTable(tx, table, copying));
  const sequences = (await readSequences(tx)).filter(({ name }) => !isKnown || names.sequences.has(name));
  const others = tables
    .filter((table) => !own.includes(table))
    .map(({ name }) => `The table ${name}: it is not the panel's.`);
  return {
    ...{ migrations, ...facts, tables: files, sequences, ledger: await proof },
    ...(shop && { shop: { ...shop, publicUrl: copying.publicUrl ?? null } }),
    notInside: [...NOT_INSIDE, ...others],
  };
}

async function copyTable(tx: TransactionSql, table: CopiedTable, { draft, keys, signal }: Copying): Promise<TableFile> {
  const { name, columns } = table;
  const file = fileOf(name, keys);
  const rows = await tx
    .unsafe(`copy (select ${columns.map(quoted).join(', ')} from public.${quoted(name)}) to stdout`)
    .readable();
  const written = await writeTableFile(join(draft, file), rows, { key: keys?.ofFile(file), signal });
  return { name, columns, file, ...written };
}

/** On a connection of its own, in the same snapshot, so that it takes no longer than the copy. */
async function prove(url: string, snapshot: string): Promise<LedgerProof> {
  const db = connect(url, {
    max: 1,
    applicationName: 'reseller-panel backup',
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  });
  try {
    const { heldNanos, problems, ...counted } = await db.transaction(
      async (tx) => {
        await tx.execute(drizzleSql.raw(`set transaction snapshot '${snapshot.replaceAll("'", '')}'`));
        return proveEverything(tx);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    const listed = problems.slice(0, PROBLEMS_LISTED);
    return { ...counted, heldNanos: String(heldNanos), isProved: problems.length === 0, problems: listed };
  } finally {
    await closeDb(db);
  }
}

/** On systems that ignore case, two tables must not share a file. */
function fileOf(table: string, keys: EntryKeys | undefined): string {
  const safe = /^[a-z0-9_]+$/.test(table) ? table : `x-${Buffer.from(table).toString('hex')}`;
  return `${safe}.copy.zst${keys ? '.enc' : ''}`;
}

/** A second entry in the same second gets a number. */
async function giveName(draft: string, wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const entry = number === 1 ? wanted : `${wanted}-${number}`;
    try {
      await rename(draft, entry);
      await syncFolder(join(entry, '..'));
      return entry;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (number >= 100 || (code !== 'ENOTEMPTY' && code !== 'EEXIST')) throw error;
    }
  }
}

/** Removes drafts of processes of this machine that were killed. What it can't remove, such as another account's, hinders no backup. */
async function removeAbandoned(to: string, host: string): Promise<void> {
  const marker = `Z-${host.replace(/[^A-Za-z0-9.-]+/g, '-')}-`;
  for (const name of await readdir(to)) {
    const pid = Number(/-(\d+)$/.exec(name)?.[1]);
    if (!name.startsWith(UNFINISHED) || !name.includes(marker) || isRunning(pid)) continue;
    await rm(join(to, name), { recursive: true, force: true }).catch((error: Error) => process.emitWarning(error));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function explained(error: unknown, to: string, signal: AbortSignal): unknown {
  if (signal.aborted && signal.reason instanceof BackupError) return signal.reason;
  if (signal.aborted) return new BackupError('The backup was interrupted. Nothing of it is left; start it again.');
  if (error instanceof BackupError) return error;
  if (isDiskFull(error))
    return new BackupError(
      `There is no space left in ${to}: free some, remove old entries, or choose another folder. Nothing of this backup is left.`,
    );
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    return new BackupError(`The backup can't be written to ${to} (${String(error.code)}). Nothing of it is left.`);
  const refused = pgErrorOf(error);
  if (refused?.code === '42501')
    return new BackupError(`The database's role may not read everything: ${refused.message}. Back up as the owner.`);
  if (refused && /^42(P01|703)$/.test(refused.code))
    return new BackupError(
      'The database is of an older version of the panel, whose ledger this version can not prove. Back up with that version, then update.',
    );
  if (refused?.code === '55P03')
    return new BackupError('A migration or another program locks a table of the database. Start the backup again.');
  if (refused?.code === '40001')
    return new BackupError(
      'The standby cancelled the backup, because it needed the space of old rows. Use the primary, or hot_standby_feedback = on.',
    );
  return error;
}
