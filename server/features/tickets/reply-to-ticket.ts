import type { AdminTicket, ReplyToTicketInput, TicketOut } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { countMessage } from './count-message.ts';
import type { TicketDeps } from './notify-of-ticket.ts';
import { presentTicket, readAnyTicket, readOwnTicket } from './ticket-rows.ts';
import { findWritten, writeInTicket } from './write-in-ticket.ts';

/**
 * Writes in one of the caller's own tickets, which then waits for the support. A retry gets the first result.
 * @throws DomainError `not_found`, `ticket_closed`, `too_many_messages`, `idempotency_conflict`, `blocked`
 */
export async function replyToTicket(deps: TicketDeps, actor: Actor, input: ReplyToTicketInput): Promise<TicketOut> {
  const { db } = deps;
  const row = await readOwnTicket(db, actor, input);
  // A retry of an accepted message does not count as a new one.
  const earlier = await findWritten(db, actor, input, 'write');
  if (earlier) return presentTicket({ ...row, ...earlier });
  await countMessage(deps, actor);
  const written = await writeInTicket(deps, actor, input, 'write');
  return presentTicket({ ...row, ...written });
}

/**
 * Answers a customer, also in a closed ticket, which then waits for the customer. A retry gets the first result. Admins only.
 * @throws DomainError `not_found`, `idempotency_conflict`, `blocked`
 */
export async function answerTicket(deps: TicketDeps, actor: Actor, input: ReplyToTicketInput): Promise<AdminTicket> {
  assertAdmin(actor);
  const row = await readAnyTicket(deps.db, input);
  const written = await writeInTicket(deps, actor, input, 'answer');
  return presentTicket({ ...row, ...written });
}
