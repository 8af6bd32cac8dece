import type { Actor } from '../../../shared/users.ts';
import { DomainError } from '../../errors.ts';
import { takeAttempts } from '../../limits/rate-limit.ts';
import type { TicketDeps } from './tell-of-ticket.ts';

const HOUR_SECONDS = 3600;

/**
 * Counts a message that a customer is about to write, in whichever ticket.
 * @throws DomainError `too_many_messages`, with when to try again
 */
export async function countMessage({ db, config }: TicketDeps, actor: Actor): Promise<void> {
  const limit = config.limits.ticketMessagesPerHour;
  const { granted, secondsLeft } = await takeAttempts(db, `ticket:${actor.id}`, 1, {
    limit,
    windowSeconds: HOUR_SECONDS,
  });
  if (granted > 0) return;
  const minutes = Math.max(1, Math.ceil(secondsLeft / 60));
  throw new DomainError('too_many_messages', {
    message: `You have sent many messages within an hour. Please write again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    details: { retryAfterSeconds: Math.max(1, Math.ceil(secondsLeft)) },
  });
}
