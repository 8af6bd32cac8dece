import { formatMoment } from '../../../lib/dates.ts';
import { type AppError, isUnsure } from '../../../lib/errors.ts';

const words: Partial<Record<string, string>> = {
  processing: 'marked processing',
  completed: 'approved',
  partial: 'marked partial',
};

/** The title without a response: the decision may have been carried out. */
export const NO_ANSWER = 'No answer came';

/** Explains why a decision was refused. Without a response it says that the decision may have been carried out. */
export function refusalText(error: AppError): string {
  if (!isUnsure(error)) return decidedAlready(error) ?? error.message;
  return `${error.message} It may have been done all the same. Trying again does it once only.`;
}

/** The decision of the admin who was first; undefined for any other error. */
export function decidedAlready({ code, details }: Pick<AppError, 'code' | 'details'>): string | undefined {
  const { status, decidedBy, decidedAt } = details;
  if (code !== 'already_decided' || !status || !decidedBy) return undefined;
  const when = decidedAt ? `, ${formatMoment(decidedAt)}` : '';
  return `already ${words[status] ?? status} by ${decidedBy}${when}. Nothing has moved.`;
}
