import type { Db } from '#db/client.ts';
import type { AdminTicketWithMessages, GetTicketInput, TicketWithMessages } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { presentTicket, readAnyTicket, readMessages, readOwnTicket } from './ticket-rows.ts';

/**
 * One of the caller's own tickets with its newest messages, oldest first, without the names of admins.
 * @throws DomainError `not_found`, also for another customer's ticket
 */
export async function getTicket(db: Db, actor: Actor, input: GetTicketInput): Promise<TicketWithMessages> {
  const ticket = presentTicket(await readOwnTicket(db, actor, input));
  const { messages, nextCursor } = await readMessages(db, input);
  const told = messages.map((message) => (message.by === 'admin' ? { ...message, byName: null } : message));
  return { ...ticket, messages: told, nextCursor };
}

/**
 * Any ticket with its customer and newest messages, oldest first. Admins only.
 * @throws DomainError `not_found`
 */
export async function getAnyTicket(db: Db, actor: Actor, input: GetTicketInput): Promise<AdminTicketWithMessages> {
  assertAdmin(actor);
  return { ...presentTicket(await readAnyTicket(db, input)), ...(await readMessages(db, input)) };
}
