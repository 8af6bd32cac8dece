import type { IconType } from 'react-icons';
import { LuCheck, LuX } from 'react-icons/lu';
import type { Desk, Verdict } from './use-desk.ts';

/** Something that can be done with many rows at once, each by itself. */
export interface BulkJob<Row> {
  /** "Approve", "Approving", "approved". */
  ask: string;
  doing: string;
  done: string;
  icon: IconType;
  tone: 'loud' | 'calm' | 'danger';
  /** Whether customers are told why. */
  asksReason?: boolean;
  can: (row: Row) => boolean;
  /** Asks the server, with what the row was when it was selected, and throws what it refuses. */
  run: (row: Row, reason?: string) => Promise<unknown>;
  /** What becomes of the money. */
  text: (rows: readonly Row[]) => string;
}

/** The two that every desk has. */
export function decisionJobs<Row>(
  desk: Desk<Row>,
  consequence: (rows: readonly Row[], verdict: Verdict) => string,
): BulkJob<Row>[] {
  const job = (verdict: Verdict) => ({
    can: (row: Row) => desk.can(row, verdict),
    run: (row: Row, reason?: string) => desk.decide(row, verdict, reason),
    text: (rows: readonly Row[]) => consequence(rows, verdict),
  });
  return [
    { ask: 'Approve', doing: 'Approving', done: 'approved', icon: LuCheck, tone: 'loud', ...job('approve') },
    {
      ask: 'Reject',
      doing: 'Rejecting',
      done: 'rejected',
      icon: LuX,
      tone: 'danger',
      asksReason: true,
      ...job('reject'),
    },
  ];
}
