import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { type AppError, isUnsure } from '../../../lib/errors.ts';
import { whoDecided } from './by-words.ts';

/** The title without a response: the decision may have been carried out. */
export function noAnswer(): string {
  return queueTexts.get().noAnswer;
}

/** Explains why a decision was refused. Without a response it says that the decision may have been carried out. */
export function refusalText(error: AppError): string {
  if (!isUnsure(error)) return decidedAlready(error) ?? error.message;
  return queueTexts.get().noAnswerText({ message: error.message });
}

/** The decision that was first, by an admin or by a supplier; undefined for any other error. */
export function decidedAlready({ code, details }: Pick<AppError, 'code' | 'details'>): string | undefined {
  const { status, decidedBy = null, decider = null, decidedAt } = details;
  const admin = whoDecided({ decidedBy, decider });
  if (code !== 'already_decided' || !status || !admin) return undefined;
  const t = queueTexts.get();
  const words: Partial<Record<string, string>> = {
    accepted: t.doneAccepted,
    done: t.doneDone,
    approved: t.doneApproved,
    completed: t.doneApproved,
    partial: t.donePartial,
    processing: t.doneProcessing,
    rejected: t.doneRejected,
  };
  const known = { done: words[status] ?? status, admin };
  return decidedAt ? t.alreadyDecidedAt({ ...known, when: formatMoment(decidedAt) }) : t.alreadyDecided(known);
}
