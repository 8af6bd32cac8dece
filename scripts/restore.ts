import { resolve } from 'node:path';
import { SILENT } from '#db/embedded/log.ts';
import { readBackupKey } from '#server/backup/backup-key.ts';
import { findEntry, nameOf } from '#server/backup/find-entry.ts';
import { markRestored } from '#server/backup/mark-restored.ts';
import { type RestoreReport, restoreDatabase } from '#server/backup/restore-database.ts';
import { assertEmptyFolder, restoreFolder } from '#server/backup/restore-folder.ts';
import { type VerifiedEntry, verifyEntry } from '#server/backup/verify-entry.ts';
import { readConfig } from '#server/base/env.ts';
import { reasonOf } from '#server/base/log-error.ts';
import { resumeOutgoing } from '#server/features/backups/resume-outgoing.ts';
import { urlWithoutPassword } from '#server/process/keep-database.ts';
import { BACKUP_VARIABLES, DATABASE_VARIABLES, readCommandLine, requiredOption } from './command-line.ts';
import { dollarsOf, endedBySignal } from './command-output.ts';
import { withDatabase } from './with-database.ts';

const NAME = 'npm run restore';
const NOT_PROVED = 3;

const { options } = readCommandLine({
  name: NAME,
  purpose: `Checks every file of an entry, restores it into an empty place, migrates it to this version and proves the ledger. All sessions and
links end, and everything outgoing is paused. Exits with 1 if it fails, with ${NOT_PROVED} if the restored ledger does not add up.`,
  options: {
    from: {
      takes: 'ENTRY|DIR',
      means: 'the folder of one entry, or a folder of entries, of which it takes the newest',
    },
    shop: { takes: 'NAME|PUBLIC_URL', means: 'with a folder that has entries of several shops: whose' },
    to: { takes: 'DIR|URL', means: 'a new DATA_DIR for the built-in database, or the URL of an empty database' },
    release: { means: 'instead: resume the outgoing mails and jobs of the database of this environment' },
    restored: {
      takes: 'MOMENT',
      means:
        'instead: mark the database of this environment as restored by another program: end sessions, pause, prove',
    },
    'drop-mails': { means: 'with --release: drop the mails from before the restore' },
  },
  environment: {
    ...BACKUP_VARIABLES,
    PGPASSWORD: 'the password for the URL of --to, which others could read in a list of processes',
    ...DATABASE_VARIABLES,
  },
  example: 'npm run restore -- --from /srv/backups/2026-11-26T05-30-00Z-shop --to /srv/panel',
});

if (options.release) await release();
else if (options.restored) await mark(options.restored);
else await restore(requiredOption(NAME, 'from', options.from), requiredOption(NAME, 'to', options.to));

async function restore(from: string, to: string): Promise<void> {
  const signal = endedBySignal();
  const print = (line: string) => {
    // The server of an interrupted restore complains of the connections that it loses.
    if (!signal.aborted) console.error(line);
  };
  const log = { ...SILENT, warn: print, error: print };
  try {
    const { backupKeyFile } = readConfig();
    const key = backupKeyFile === undefined ? undefined : await readBackupKey(backupKeyFile);
    const isUrl = /^postgres(ql)?:\/\//.test(to);
    if (!isUrl) await assertEmptyFolder(resolve(to));
    console.log('Checking the entry …');
    const path = await findEntry(resolve(from), { shop: options.shop, say: print });
    const entry = await verifyEntry(path, key);
    signal.throwIfAborted();
    const say = (line: string) => console.log(line);
    say(`It is ${path} of ${nameOf(entry.manifest)}.`);
    if (isUrl)
      report(entry, await restoreDatabase(to, entry, { say, signal }), `DATABASE_URL=${urlWithoutPassword(to)}`);
    else report(entry, await restoreFolder(resolve(to), entry, { say, log, signal }), `DATA_DIR=${resolve(to)}`);
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}

function report({ path, manifest }: VerifiedEntry, found: RestoreReport, start: string): void {
  const { ledger, leftOut, endedSessions, stopped } = found;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restored ${path}
of ${nameOf(manifest)}
as of ${manifest.startedAt}, written by ${manifest.host} with version ${manifest.panelVersion}.
${rows} rows in ${manifest.tables.length} tables, as its manifest says.
${ledger.wallets} wallets with ${dollarsOf(ledger.heldNanos)} in all, ${ledger.entries} ledger rows, ${ledger.orders} orders, as its manifest says.`);
  for (const name of leftOut) console.error(`Left out, because it is not the panel's: table ${name}`);
  if (ledger.problems.length === 0) console.log('Every balance is proved by the ledger.');
  else {
    for (const problem of ledger.problems) console.error(`- ${problem}`);
    console.error(
      `THE LEDGER DOES NOT ADD UP: ${ledger.problems.length} problems. ${manifest.ledger.isProved ? 'The panel that wrote the entry found none.' : 'It did not when the entry was written, either.'}`,
    );
    process.exitCode = NOT_PROVED;
  }
  console.log(`${endedSessions} sessions have ended, and all links for passwords and addresses.
Everything outgoing is paused: mails and jobs.${wordsOfStop(stopped)}

Next:
1. Set JWT_SECRET${manifest.secretFingerprint === null ? '' : ` (the former one has the fingerprint ${manifest.secretFingerprint.slice(0, 12)}…; another one works, too)`}.
2. ${manifest.secretsKeyIds.length === 0 ? 'No stored secret needs a SECRETS_KEY.' : `Set SECRETS_KEY to the former one (id ${manifest.secretsKeyIds.join(', ')}): without it codes of authenticator apps are refused, webhooks are not delivered, and nothing is bought from suppliers.`}
3. Copy .env and the other files that the entry does not have; its manifest lists them.
4. Start the panel with ${start} and look at it: orders and recharges after the backup are missing.
5. Let mails and jobs go, as an admin in the panel, or with: npm run restore -- --release`);
}

/** A line about suppliers, if there are any. */
function wordsOfStop({ suppliers, forwards }: RestoreReport['stopped']): string {
  if (suppliers === 0 && forwards === 0) return '';
  return `
${suppliers} suppliers are stopped, and ${forwards} orders that may have been bought are unknown: an admin settles these and resumes the suppliers.`;
}

async function mark(moment: string): Promise<void> {
  await withDatabase(async (db) => {
    const { endedSessions, ledger, stopped } = await markRestored(db, moment);
    console.log(`${ledger.wallets} wallets with ${dollarsOf(ledger.heldNanos)} in all, ${ledger.entries} ledger rows, ${ledger.orders} orders.
${endedSessions} sessions have ended, and all links for passwords and addresses.
Everything outgoing is paused until an admin resumes it, or: npm run restore -- --release${wordsOfStop(stopped)}`);
    for (const problem of ledger.problems) console.error(`- ${problem}`);
    if (ledger.problems.length === 0) return console.log('Every balance is proved by the ledger.');
    console.error(`THE LEDGER DOES NOT ADD UP: ${ledger.problems.length} problems.`);
    process.exitCode = NOT_PROVED;
  });
}

async function release(): Promise<void> {
  await withDatabase(async (db) => {
    const { isResumed, droppedMails, droppedDeliveries } = await resumeOutgoing(db, null, {
      mails: options['drop-mails'] ? 'drop' : 'send',
    });
    console.log(
      isResumed
        ? `Mails, webhooks and jobs are released; ${droppedMails} mails and ${droppedDeliveries} deliveries of webhooks were dropped.`
        : 'Nothing was held.',
    );
  });
}
