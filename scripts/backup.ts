import { resolve } from 'node:path';
import { closeDb, connect } from '#db/client.ts';
import { SILENT } from '#db/embedded/log.ts';
import { readBackupKey } from '#server/backup/backup-key.ts';
import { type FinishedBackup, writeBackup } from '#server/backup/write-backup.ts';
import { readConfig } from '#server/base/env.ts';
import { noteBackup } from '#server/base/last-backup.ts';
import { reasonOf } from '#server/base/log-error.ts';
import { locateDatabase } from '#server/process/database.ts';
import { BACKUP_VARIABLES, DATABASE_VARIABLES, readCommandLine, requiredOption } from './command-line.ts';
import { dollarsOf, endedBySignal } from './command-output.ts';

const NOT_PROVED = 3;

const { options } = readCommandLine({
  name: 'npm run backup',
  purpose: `Writes one new entry in a folder: a copy of all rows of the panel's database as of one moment, also while the panel runs, with a
manifest and the proof of the ledger. Exits with 1 if it can't; nothing is left then. Exits with ${NOT_PROVED} if the ledger does not add up; the
entry is written all the same.`,
  options: { to: { takes: 'DIR', means: 'the folder of the entries; created if it is missing' } },
  environment: { ...BACKUP_VARIABLES, ...DATABASE_VARIABLES },
  example: 'npm run backup -- --to /srv/backups',
});
const to = resolve(requiredOption('npm run backup', 'to', options.to));

const log = { ...SILENT, warn: (line: string) => console.error(line), error: (line: string) => console.error(line) };
// Before anything is written.
const signal = endedBySignal();
try {
  const config = readConfig();
  const key = config.backupKeyFile === undefined ? undefined : await readBackupKey(config.backupKeyFile);
  const database = await locateDatabase(config, log);
  try {
    const finished = await writeBackup({ url: database.url, publicUrl: config.publicUrl, to, key, signal });
    const { entry, bytes, rows, ledger } = finished;
    await note(database.url, finished);
    console.log(`Backup written: ${entry}`);
    console.log(
      `${rows} rows in ${bytes} bytes${key ? ', encrypted' : ''}; ${ledger.wallets} wallets with ${dollarsOf(ledger.heldNanos)} in all, ${ledger.entries} ledger rows, ${ledger.orders} orders`,
    );
    console.log(
      'It has no JWT_SECRET, no SECRETS_KEY, no .env and no mailbox: store these elsewhere, see docs/backup.md.',
    );
    if (ledger.isProved) console.log('Every balance is proved by the ledger.');
    else {
      for (const problem of ledger.problems) console.error(`- ${problem}`);
      console.error('THE LEDGER DOES NOT ADD UP. The entry is a true copy of it. Find the cause: npm run ledger:check');
      process.exitCode = NOT_PROVED;
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}

/** An older database has no table for it, and a standby can't be written to: the entry is complete all the same. */
async function note(url: string, finished: FinishedBackup): Promise<void> {
  const db = connect(url, { max: 1 });
  try {
    await noteBackup(db, finished);
  } catch (error) {
    console.error(`The backup is complete, but its time could not be stored in the database: ${reasonOf(error)}`);
  } finally {
    await closeDb(db);
  }
}
