import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { ticketMessages, tickets } from '#db/schema/tickets.ts';
import { legalTicketActions, ticketStatusAfter } from '#shared/ticket-status.ts';
import type { ReplyToTicketInput } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import { DomainError } from '../../base/errors.ts';
import { lockAuthor, lockTicket } from './lock-tickets.ts';
import { mailAdmins, mailCustomer, notifyOfTicket, type TicketDeps } from './notify-of-ticket.ts';
import type { TicketRow } from './ticket-rows.ts';

/** The customer writes, or the support answers. */
type Writing = 'write' | 'answer';

/** A ticket after a message. */
export type Written = Pick<TicketRow, 'status' | 'messageCount' | 'lastMessageAt'>;

/**
 * Adds a message to a ticket, changes its status, and queues mails to the other side. A retry gets the first result. Callers check that
 * the author may write in the ticket.
 * @throws DomainError `not_found`, `ticket_closed`, `idempotency_conflict`, `blocked`
 */
export async function writeInTicket(
  deps: TicketDeps,
  actor: Actor,
  input: ReplyToTicketInput,
  writing: Writing,
): Promise<Written> {
  const { db, config } = deps;
  const { written, changed } = await db.transaction(async (tx) => {
    await lockAuthor(tx, actor);
    const ticket = await lockTicket(tx, input.id);
    const earlier = await findWritten(tx, actor, input, writing);
    if (earlier) return { written: earlier };
    if (!legalTicketActions[ticket.status].includes(writing)) throw new DomainError('ticket_closed');
    const message = await insertMessage(tx, actor, input, writing);
    await (writing === 'write' ? mailAdmins : mailCustomer)(tx, config, ticket);
    if (writing === 'answer') {
      await recordAction(tx, actor, {
        action: 'ticket.reply',
        subject: 'ticket',
        subjectId: ticket.id,
        subjectName: ticket.subject,
        userId: ticket.userId,
        before: { status: ticket.status, messageCount: ticket.messageCount },
        after: { status: message.status, messageCount: message.messageCount },
      });
    }
    return { written: message, changed: ticket };
  });
  if (changed) notifyOfTicket(deps, changed);
  return written;
}

/** The ticket after the message with this request id; undefined if there is none. */
export async function findWritten(
  db: Db | Tx,
  actor: Actor,
  { id, message, requestId }: ReplyToTicketInput,
  writing: Writing,
): Promise<Written | undefined> {
  if (requestId === undefined) return undefined;
  const [row] = await db
    .select({
      ticketId: ticketMessages.ticketId,
      byAdmin: ticketMessages.byAdmin,
      message: ticketMessages.message,
      messageCount: ticketMessages.seq,
      lastMessageAt: ticketMessages.at,
    })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.requestId, requestId), eq(ticketMessages.authorId, actor.id)));
  if (!row) return undefined;
  const isSameRequest = row.ticketId === id && row.message === message && row.byAdmin === (writing === 'answer');
  if (!isSameRequest) throw new DomainError('idempotency_conflict');
  const { messageCount, lastMessageAt } = row;
  return { status: ticketStatusAfter[writing], messageCount, lastMessageAt };
}

async function insertMessage(
  tx: Tx,
  actor: Actor,
  { id, message, requestId }: ReplyToTicketInput,
  writing: Writing,
): Promise<Written> {
  const [written] = await tx
    .update(tickets)
    .set({
      status: ticketStatusAfter[writing],
      ...(writing === 'answer' && { answeredBy: actor.id }),
      messageCount: sql`${tickets.messageCount} + 1`,
      // Not the transaction's start time: of two simultaneous messages the later one may have started first.
      lastMessageAt: sql`clock_timestamp()`,
    })
    .where(eq(tickets.id, id))
    .returning({ status: tickets.status, messageCount: tickets.messageCount, lastMessageAt: tickets.lastMessageAt });
  if (!written) throw new Error(`Ticket ${id} has disappeared`);
  await tx.insert(ticketMessages).values({
    ticketId: id,
    seq: written.messageCount,
    authorId: actor.id,
    byAdmin: writing === 'answer',
    message,
    requestId,
    at: written.lastMessageAt,
  });
  return written;
}
