import type { Db } from '#db/client.ts';
import { pauseOutgoing } from '../base/queue/pause-outgoing.ts';
import { checkLedger, type LedgerReport } from '../money/check-ledger.ts';
import { type StoppedSuppliers, stopAllSuppliers } from '../suppliers/stop-supplier.ts';
import { endAccess } from './end-access.ts';

const REASON_LIMIT = 500;

/**
 * Marks a database that another program restored, such as pgBackRest, a snapshot of a disk or a dump: pauses everything outgoing, ends
 * all access, stops all suppliers and proves the ledger. The database itself can not know that it was restored. A second call repeats all of it.
 * @param db a database that no panel uses yet
 * @param moment for admins: what was restored, such as "to 2026-11-26 05:30"
 */
export async function markRestored(
  db: Db,
  moment: string,
): Promise<{
  endedSessions: number;
  stopped: StoppedSuppliers;
  ledger: LedgerReport;
}> {
  await pauseOutgoing(db, `Restored ${moment}`.slice(0, REASON_LIMIT));
  const endedSessions = await endAccess(db);
  const stopped = await stopAllSuppliers(db, 'restored');
  return { endedSessions, stopped, ledger: await checkLedger(db) };
}
