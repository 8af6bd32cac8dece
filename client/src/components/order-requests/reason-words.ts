import type { Decider } from '#shared/deciders.ts';
import { fieldMessage } from '../../lib/errors.ts';

interface Reasoned {
  by: 'customer' | 'admin' | 'panel' | Decider;
  reason: string | null;
}

/** The reason of a change: an admin's as written, the panel's in the reader's language. */
export function reasonWords({ by, reason }: Reasoned): string | null {
  return by === 'panel' && reason !== null ? fieldMessage(reason) : reason;
}
