import type { Db } from '#db/client.ts';
import { SILENT } from '#db/embedded/log.ts';
import { readConfig } from '#server/env.ts';
import { reasonOf } from '#server/log-error.ts';
import { shareDatabase } from '#server/process/database.ts';

const log = { ...SILENT, warn: (line: string) => console.error(line), error: (line: string) => console.error(line) };

/**
 * Runs a command's work on the panel's database, which a running panel shares or which is started for it, and closes it. A failure
 * prints one sentence and sets the exit code.
 */
export async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  try {
    const database = await shareDatabase(readConfig(), log);
    try {
      await work(database.db);
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}
