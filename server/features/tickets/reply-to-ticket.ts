import type { ReplyToTicketInput, TicketOut } from '../../../shared/tickets.ts';
import type { Actor } from '../../../shared/users.ts';
import { countMessage } from './count-message.ts';
import type { TicketDeps } from './notify-of-ticket.ts';
import { presentTicket, readOwnTicket } from './ticket-rows.ts';
import { findWritten, writeInTicket } from './write-in-ticket.ts';

/**
 * Writes in one of the caller's own tickets, which waits for the support from then on. The same request id with the same
 * input gives the first answer again.
 * @throws DomainError `not_found`, for another customer's ticket as for one that never was, `ticket_closed`,
 *   `too_many_messages`, `idempotency_conflict`, `blocked` where the customer was blocked since the request came in.
 */
export async function replyToTicket(deps: TicketDeps, actor: Actor, input: ReplyToTicketInput): Promise<TicketOut> {
  const { db } = deps;
  const row = await readOwnTicket(db, actor, input);
  // A retry of what was accepted is no new message.
  const earlier = await findWritten(db, actor, input, 'write');
  if (earlier) return presentTicket({ ...row, ...earlier });
  await countMessage(deps, actor);
  const written = await writeInTicket(deps, actor, input, 'write');
  return presentTicket({ ...row, ...written });
}
