import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { tickets } from '../../../db/schema/tickets.ts';
import { ticketStatusAfter, ticketStatusesFor } from '../../../shared/ticket-status.ts';
import type { AdminTicket, TicketOut } from '../../../shared/tickets.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { type TicketDeps, tellOfTicket } from './tell-of-ticket.ts';
import { presentTicket, readAnyTicket, readOwnTicket } from './ticket-rows.ts';

/**
 * Closes one of the caller's own tickets. One that is closed already is answered as it is.
 * @throws DomainError `not_found`, for another customer's ticket as for one that never was.
 */
export async function closeTicket(deps: TicketDeps, actor: Actor, input: { id: number }): Promise<TicketOut> {
  await close(deps, input.id, eq(tickets.userId, actor.id));
  return presentTicket(await readOwnTicket(deps.db, actor, input));
}

/**
 * Closes anybody's ticket. One that is closed already is answered as it is.
 * @throws DomainError `forbidden` unless an admin asks, `not_found`.
 */
export async function closeAnyTicket(deps: TicketDeps, actor: Actor, input: { id: number }): Promise<AdminTicket> {
  assertAdmin(actor);
  await close(deps, input.id);
  return presentTicket(await readAnyTicket(deps.db, input));
}

async function close(deps: TicketDeps, id: number, filter?: SQL): Promise<void> {
  const [closed] = await deps.db
    .update(tickets)
    .set({ status: ticketStatusAfter.close })
    .where(and(eq(tickets.id, id), filter, inArray(tickets.status, ticketStatusesFor('close'))))
    .returning({ id: tickets.id, userId: tickets.userId });
  if (closed) tellOfTicket(deps, closed);
}
