import type { Db } from './client.ts';
import { readPoolState } from './pool/pool.ts';

/** When a read-only server or a full disk last refused any write of this process, as `performance.now` has it; 0 for never. */
export function refusedWriteMs(db: Db): number {
  return readPoolState(db.$client).writeRefusedMs ?? 0;
}

/**
 * One small write that needs what every write needs: a server that takes them, a commit, and room on its disk. A row alone may
 * find room in a page that is there, so more than fits into memory is put aside in a file, which is gone afterwards.
 * @throws what the server says where nothing can be written
 */
export async function tryToWrite(db: Db): Promise<void> {
  // In one message, and so one transaction. Housekeeping removes the row, as it does with every count that is over.
  await db.$client.unsafe(`
    set local work_mem = '64kB';
    select count(*) from generate_series(1, 5000);
    insert into rate_limits (key, count, window_ends_at) values ('readyz', 0, now())
      on conflict (key) do update set window_ends_at = excluded.window_ends_at`);
}
