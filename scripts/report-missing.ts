import type { Db } from '#db/client.ts';
import { countOpenMissing } from '#server/money/missing-entries.ts';

/** Reports acknowledged entries that the database lacks; the command then exits with 1 until an admin has settled all of them. */
export async function reportMissing(db: Db): Promise<void> {
  const open = await countOpenMissing(db);
  if (open === 0) return;
  console.error(`- ${open} acknowledged entries are missing and not settled: see Missing entries in the dashboard.`);
  process.exitCode = 1;
}
