import { formatMoment } from '../../../lib/dates.ts';
import type { AppError } from '../../../lib/errors.ts';

const words: Partial<Record<string, string>> = {
  processing: 'marked processing',
  completed: 'approved',
  partial: 'marked partial',
};

/** Who was first, and with what; undefined of any other refusal. */
export function decidedAlready({ code, details }: Pick<AppError, 'code' | 'details'>): string | undefined {
  const { status, decidedBy, decidedAt } = details;
  if (code !== 'already_decided' || !status || !decidedBy) return undefined;
  const when = decidedAt ? `, ${formatMoment(decidedAt)}` : '';
  return `already ${words[status] ?? status} by ${decidedBy}${when}. Nothing has moved.`;
}
