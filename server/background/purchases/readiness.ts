import type { Db } from '#db/client.ts';
import { readPoolState } from '#db/pool/pool.ts';
import { TIMELINE } from '../../money/find-missing.ts';
import type { createSentRecord } from './sent-record.ts';

const GRACE_MS = 10_000;

/** The watch of acknowledged entries, as far as forwarding depends on it. */
export interface AcknowledgedWatch {
  /** Looks at once if anything is due. */
  look: () => Promise<void>;
  /** The timeline on which everything acknowledged was found, or noted as missing; undefined while it is not known. */
  checkedTimeline: () => string | undefined;
}

interface ReadinessOptions {
  db: Db;
  sentRecord: ReturnType<typeof createSentRecord>;
  acknowledged?: AcknowledgedWatch;
  graceMs?: number;
  onChanged: (forwardIds: readonly number[]) => void;
}

/**
 * Decides whether anything may be sent. After a connection has ended, and when the timeline of the server's WAL has changed, the
 * database may lack what was committed before. Then the watch of acknowledged entries looks first, this process compares what it has
 * sent, and after a changed timeline nothing is sent for ten seconds: so long other servers take to compare theirs.
 */
export function createReadiness({ db, sentRecord, acknowledged, graceMs = GRACE_MS, onChanged }: ReadinessOptions) {
  let checked: { ended: number; timeline: string } | undefined;
  let lastTimeline: string | undefined;
  let graceUntilMs = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  return {
    /** The timeline that the database must have for an attempt; undefined while nothing may be sent. */
    async timeline(): Promise<string | undefined> {
      if (!checked || checked.ended !== endedConnections())
        await (checking ??= check().finally(() => (checking = undefined)));
      return checked?.timeline;
    },
    /** Checks again before the next attempt. */
    doubt(): void {
      checked = undefined;
    },
  };

  async function check(): Promise<void> {
    checked = undefined;
    const ended = endedConnections();
    const [server] = await db.$client.unsafe<{ timeline: string | null }[]>(`select ${TIMELINE} as timeline`);
    const timeline = server?.timeline;
    if (!timeline) return;
    if (lastTimeline !== undefined && timeline !== lastTimeline) graceUntilMs = performance.now() + graceMs;
    lastTimeline = timeline;
    if (acknowledged) {
      await acknowledged.look();
      if (acknowledged.checkedTimeline() !== timeline) return;
    }
    onChanged(await sentRecord.compare(db));
    if (performance.now() < graceUntilMs || ended !== endedConnections()) return;
    checked = { ended, timeline };
  }

  function endedConnections(): number {
    return readPoolState(db.$client).ended;
  }
}
