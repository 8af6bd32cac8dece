import type { Reviewer } from '#shared/reviewers.ts';
import { fieldMessage } from '../../lib/errors.ts';

interface Reasoned {
  by: 'customer' | 'admin' | 'panel' | Reviewer;
  reason: string | null;
}

/** The reason of a change: an admin's as written, the panel's in the reader's language. */
export function reasonWords({ by, reason }: Reasoned): string | null {
  return by === 'panel' && reason !== null ? fieldMessage(reason) : reason;
}
