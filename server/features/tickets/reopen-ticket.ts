import { eq, sql } from 'drizzle-orm';
import { tickets } from '#db/schema/tickets.ts';
import { legalTicketActions, ticketStatusAfter } from '#shared/ticket-status.ts';
import type { TicketOut } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { countMessage } from './count-message.ts';
import { assertFewOpen, lockAuthor, lockTicket } from './lock-tickets.ts';
import { mailAdmins, notifyOfTicket, type TicketDeps } from './notify-of-ticket.ts';
import { presentTicket, readOwnTicket } from './ticket-rows.ts';

/**
 * Reopens one of the caller's own closed tickets, which counts as a message. Reopening an open one succeeds.
 * @throws DomainError `not_found`, `too_many_tickets`, `too_many_messages`, `blocked`
 */
export async function reopenTicket(deps: TicketDeps, actor: Actor, input: { id: number }): Promise<TicketOut> {
  const { db, config } = deps;
  const before = await readOwnTicket(db, actor, input);
  if (!legalTicketActions[before.status].includes('reopen')) return presentTicket(before);
  await countMessage(deps, actor);
  await db.transaction(async (tx) => {
    await lockAuthor(tx, actor);
    const ticket = await lockTicket(tx, input.id);
    if (!legalTicketActions[ticket.status].includes('reopen')) return;
    await assertFewOpen(tx, actor);
    // The waiting time starts now, not at the last message.
    const reopened = { status: ticketStatusAfter.reopen, lastMessageAt: sql`clock_timestamp()` };
    await tx.update(tickets).set(reopened).where(eq(tickets.id, input.id));
    await mailAdmins(tx, config, ticket);
  });
  notifyOfTicket(deps, { id: input.id, userId: actor.id });
  return presentTicket(await readOwnTicket(db, actor, input));
}
