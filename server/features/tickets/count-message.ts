import { tooManyMessagesMessage } from '#shared/errors.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { takeAttempts } from '../../base/limits/rate-limit.ts';
import type { TicketDeps } from './notify-of-ticket.ts';

const HOUR_SECONDS = 3600;

/**
 * Counts a customer's new message, in any ticket, towards the rate limit.
 * @throws DomainError `too_many_messages`
 */
export async function countMessage({ db, config }: TicketDeps, actor: Actor): Promise<void> {
  const limit = config.limits.ticketMessagesPerHour;
  const { granted, secondsLeft } = await takeAttempts(db, `ticket:${actor.id}`, 1, {
    limit,
    windowSeconds: HOUR_SECONDS,
  });
  if (granted > 0) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(secondsLeft));
  throw new DomainError('too_many_messages', {
    message: tooManyMessagesMessage(retryAfterSeconds),
    details: { retryAfterSeconds },
  });
}
