import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';

/** Waits until no other connection of this database has run a statement for `forMs`. */
export async function untilQuiet(db: Db, forMs = 0): Promise<void> {
  for (let busyAtMs = performance.now(); ; await sleep(50)) {
    const [others] = await db.$client<{ count: number }[]>`
      select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    if (others?.count !== 0) busyAtMs = performance.now();
    else if (performance.now() - busyAtMs >= forMs) return;
  }
}
