import { and, eq, inArray } from 'drizzle-orm';
import { tickets } from '#db/schema/tickets.ts';
import { legalTicketActions, ticketStatusAfter, ticketStatusesFor } from '#shared/ticket-status.ts';
import type { AdminTicket, TicketOut } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { lockTicket } from './lock-tickets.ts';
import { notifyOfTicket, type TicketDeps } from './notify-of-ticket.ts';
import { presentTicket, readAnyTicket, readOwnTicket } from './ticket-rows.ts';

/**
 * Closes one of the caller's own tickets. Closing a closed one succeeds.
 * @throws DomainError `not_found`, also for another customer's ticket
 */
export async function closeTicket(deps: TicketDeps, actor: Actor, input: { id: number }): Promise<TicketOut> {
  const isOwnAndOpen = and(
    eq(tickets.id, input.id),
    eq(tickets.userId, actor.id),
    inArray(tickets.status, ticketStatusesFor('close')),
  );
  const [closed] = await deps.db
    .update(tickets)
    .set({ status: ticketStatusAfter.close })
    .where(isOwnAndOpen)
    .returning({ id: tickets.id, userId: tickets.userId });
  if (closed) notifyOfTicket(deps, closed);
  return presentTicket(await readOwnTicket(deps.db, actor, input));
}

/**
 * Closes any ticket. Closing a closed one succeeds. Admins only.
 * @throws DomainError `not_found`
 */
export async function closeAnyTicket(deps: TicketDeps, actor: Actor, { id }: { id: number }): Promise<AdminTicket> {
  assertAdmin(actor);
  const closed = await deps.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, id);
    if (!legalTicketActions[ticket.status].includes('close')) return undefined;
    await tx.update(tickets).set({ status: ticketStatusAfter.close }).where(eq(tickets.id, id));
    await recordAction(tx, actor, {
      action: 'ticket.close',
      subject: 'ticket',
      subjectId: id,
      subjectName: ticket.subject,
      userId: ticket.userId,
      before: { status: ticket.status },
      after: { status: ticketStatusAfter.close },
    });
    return ticket;
  });
  if (closed) notifyOfTicket(deps, closed);
  return presentTicket(await readAnyTicket(deps.db, { id }));
}
