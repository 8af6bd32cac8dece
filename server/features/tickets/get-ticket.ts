import type { Db } from '../../../db/client.ts';
import type { GetTicketInput, TicketWithMessages } from '../../../shared/tickets.ts';
import type { Actor } from '../../../shared/users.ts';
import { presentTicket, readMessages, readOwnTicket } from './ticket-rows.ts';

/**
 * One of the caller's own tickets with its newest messages, oldest first. Customers are not told which admin wrote.
 * @throws DomainError `not_found`, for another customer's ticket as for one that never was; `bad_input` for a cursor that
 *   this ticket did not give out.
 */
export async function getTicket(db: Db, actor: Actor, input: GetTicketInput): Promise<TicketWithMessages> {
  const ticket = presentTicket(await readOwnTicket(db, actor, input));
  const { messages, nextCursor } = await readMessages(db, input);
  const told = messages.map((message) => (message.by === 'admin' ? { ...message, byName: null } : message));
  return { ...ticket, messages: told, nextCursor };
}
