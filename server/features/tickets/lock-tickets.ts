import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { tickets } from '#db/schema/tickets.ts';
import { users } from '#db/schema/users.ts';
import { MAX_OPEN_TICKETS } from '#shared/ticket-status.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';

/**
 * Locks the author, so that each message counts the ones before. Users are locked before tickets, which avoids deadlocks.
 * @throws DomainError `blocked`
 */
export async function lockAuthor(tx: Tx, actor: Actor): Promise<void> {
  const [author] = await tx
    .select({ blockedAt: users.blockedAt })
    .from(users)
    .where(eq(users.id, actor.id))
    .for('no key update');
  if (!author || author.blockedAt) throw new DomainError('blocked');
}

export type LockedTicket = Pick<typeof tickets.$inferSelect, 'id' | 'userId' | 'subject' | 'status' | 'messageCount'>;

/**
 * Locks a ticket for this transaction.
 * @throws DomainError `not_found`
 */
export async function lockTicket(tx: Tx, id: number): Promise<LockedTicket> {
  const [ticket] = await tx
    .select({
      id: tickets.id,
      userId: tickets.userId,
      subject: tickets.subject,
      status: tickets.status,
      messageCount: tickets.messageCount,
    })
    .from(tickets)
    .where(eq(tickets.id, id))
    .for('no key update');
  if (!ticket) throw new DomainError('not_found');
  return ticket;
}

/**
 * Call it after locking the customer. @throws DomainError `too_many_tickets` if the customer has reached the limit of tickets that are
 * not closed.
 */
export async function assertFewOpen(tx: Tx, actor: Actor): Promise<void> {
  const open = await tx.$count(tickets, and(eq(tickets.userId, actor.id), ne(tickets.status, 'closed')));
  if (open >= MAX_OPEN_TICKETS) throw new DomainError('too_many_tickets');
}
