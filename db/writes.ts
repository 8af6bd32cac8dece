import type { Db } from './client.ts';
import { readPoolState } from './pool/pool.ts';

/** When a read-only server or a full disk last refused a write of this process, in `performance.now` time; 0 for never. */
export function refusedWriteMs(db: Db): number {
  return readPoolState(db.$client).writeRefusedMs ?? 0;
}

/**
 * Makes one small write that needs all that every write needs: a writable server, a commit, and disk space. A row may fit into an
 * existing page, so the sort spills to a temporary file.
 * @throws the server's error if nothing can be written
 */
export async function tryToWrite(db: Db): Promise<void> {
  // One message is one transaction. Housekeeping removes the row together with other expired counts.
  await db.$client.unsafe(`
    set local work_mem = '64kB';
    select count(*) from generate_series(1, 5000);
    insert into rate_limits (key, count, window_ends_at) values ('readyz', 0, now())
      on conflict (key) do update set window_ends_at = excluded.window_ends_at`);
}

/** Whether a statement reaches a server that accepts writes. A full disk is not noticed. */
export async function reachesPrimary(db: Db): Promise<boolean> {
  try {
    const [row] = await db.$client<
      { readOnly: string }[]
    >`select current_setting('transaction_read_only') as "readOnly"`;
    return row?.readOnly === 'off';
  } catch {
    return false;
  }
}
