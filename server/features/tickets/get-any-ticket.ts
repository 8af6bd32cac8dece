import type { Db } from '../../../db/client.ts';
import type { AdminTicketWithMessages, GetTicketInput } from '../../../shared/tickets.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { presentTicket, readAnyTicket, readMessages } from './ticket-rows.ts';

/**
 * Anybody's ticket with whose it is and its newest messages, oldest first.
 * @throws DomainError `forbidden` unless an admin asks, `not_found`, `bad_input` for a cursor that this ticket did not give
 *   out.
 */
export async function getAnyTicket(db: Db, actor: Actor, input: GetTicketInput): Promise<AdminTicketWithMessages> {
  assertAdmin(actor);
  return { ...presentTicket(await readAnyTicket(db, input)), ...(await readMessages(db, input)) };
}
