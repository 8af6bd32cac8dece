import type { AdminTicket, ReplyToTicketInput } from '../../../shared/tickets.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import type { TicketDeps } from './notify-of-ticket.ts';
import { presentTicket, readAnyTicket } from './ticket-rows.ts';
import { writeInTicket } from './write-in-ticket.ts';

/**
 * Answers a customer, closed tickets included: the ticket waits for the customer from then on. The same request id with the
 * same input gives the first answer again.
 * @throws DomainError `forbidden` unless an admin asks, `not_found`, `idempotency_conflict`, `blocked` where the admin was
 *   blocked since the request came in.
 */
export async function answerTicket(deps: TicketDeps, actor: Actor, input: ReplyToTicketInput): Promise<AdminTicket> {
  assertAdmin(actor);
  const row = await readAnyTicket(deps.db, input);
  const written = await writeInTicket(deps, actor, input, 'answer');
  return presentTicket({ ...row, ...written });
}
