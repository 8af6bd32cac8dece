import { confirmedDecisions } from '#shared/confirmed-decisions.ts';
import { errorMessages } from '#shared/errors.ts';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { jobDecisionTexts, jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { refusalMessage } from '../../../lib/errors.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { isEnded, type Job } from './job-state.ts';

export type JobRow = Outputs['admin']['jobs']['get']['rows'][number];

type Verb = 'approve' | 'reject' | 'processing' | 'accept' | 'done' | 'refuse';
const verbs: Readonly<Partial<Record<string, Verb>>> = {
  complete: 'approve',
  reject: 'reject',
  processing: 'processing',
  accept: 'accept',
  done: 'done',
  ...confirmedDecisions,
  complete_confirmed: 'approve',
};
const rowTexts = { orders: adminOrderTexts, recharges: adminRechargeTexts, requests: adminRequestTexts } as const;

type Counted = Pick<Job, 'kind' | 'decision' | 'total' | 'done' | 'refused' | 'status'>;

/** "3 orders". */
export function countOf(kind: Job['kind'], count: number): string {
  return rowTexts[kind].get().count({ count });
}

/** A job in words: "Reject 49 orders", "Rejecting 49 orders", "46 orders rejected, 3 refused", and "rejected" of a row. */
export function wordsOf({ kind, decision, total, done, refused, status }: Counted) {
  const t = jobTexts.get();
  const decided = jobDecisionTexts.get();
  const verb = kind === 'requests' && decision === 'reject' ? 'refuse' : (verbs[decision] ?? 'approve');
  const rowsOf = (count: number) => countOf(kind, count);
  const notRun = isEnded({ status }) ? total - done : 0;
  return {
    title: decided[`${verb}Title`]({ rows: rowsOf(total) }),
    doing: decided[`${verb}Doing`]({ rows: rowsOf(total) }),
    result: [
      decided[`${verb}Done`]({ rows: rowsOf(done - refused) }),
      ...(refused > 0 ? [t.refusedCount({ count: refused })] : []),
      ...(notRun > 0 ? [t.notRunCount({ count: notRun })] : []),
    ].join(', '),
    row: decided[`${verb}Row`],
  };
}

/** Why a job ended before its last row; undefined for one that did not. */
export function stopOf({ stoppedFor, canceledBy, by }: Job): string | undefined {
  const t = jobTexts.get();
  if (stoppedFor === 'canceled') return t.canceledBy({ name: canceledBy?.name ?? '' });
  if (stoppedFor === 'starter_blocked') return t.stoppedBlocked({ name: by.name });
  return stoppedFor === 'starter_not_admin' ? t.stoppedNotAdmin({ name: by.name }) : undefined;
}

/** Why a row was refused, in the reader's language. @param code an error code of the server */
export function refusalOf(code: string): string {
  const messages: Readonly<Partial<Record<string, string>>> = errorMessages;
  return refusalMessage({ domainCode: code, message: messages[code] ?? code });
}
