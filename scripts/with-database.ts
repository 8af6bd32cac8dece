import type { Db } from '#db/client.ts';
import { SILENT } from '#db/embedded/log.ts';
import { createReads, type Reads } from '#db/reads/reads.ts';
import { readConfig } from '#server/base/env.ts';
import { reasonOf } from '#server/base/log-error.ts';
import { shareDatabase } from '#server/process/database.ts';

const log = { ...SILENT, warn: (line: string) => console.error(line), error: (line: string) => console.error(line) };

const readLog = {
  info: () => undefined,
  warn: ({ reason }: { reason?: string }, message: string) =>
    console.error(reason ? `${message} (${reason})` : message),
};

/**
 * Runs a command's work on the panel's database, which a running panel shares or which is started for it, and closes it. A failure
 * prints one sentence and sets the exit code.
 * @param work also receives the handle for reads that may be some seconds old
 */
export async function withDatabase(work: (db: Db, reads: Reads) => Promise<void>): Promise<void> {
  try {
    const config = readConfig();
    const database = await shareDatabase(config, log);
    const reads = createReads(database.db, config.databaseReadUrl, { log: readLog });
    try {
      await work(database.db, reads);
    } finally {
      await reads.close();
      await database.close();
    }
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}
