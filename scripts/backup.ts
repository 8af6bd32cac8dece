import { resolve } from 'node:path';
import { SILENT } from '#db/embedded/log.ts';
import { readBackupKey } from '#server/backup/backup-key.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readConfig } from '#server/env.ts';
import { reasonOf } from '#server/log-error.ts';
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
    const { entry, bytes, rows, ledger } = await writeBackup({ url: database.url, to, key, signal });
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
