import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { ticketMessages, tickets } from '#db/schema/tickets.ts';
import type { OpenTicketInput, TicketOut } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { countMessage } from './count-message.ts';
import { assertFewOpen, lockAuthor } from './lock-tickets.ts';
import { mailAdmins, notifyOfTicket, type TicketDeps } from './notify-of-ticket.ts';
import { presentTicket, ticketColumns } from './ticket-rows.ts';

/**
 * Opens a ticket with its first message and sends mails to the admins. A retry with the same request id gets the first result.
 * @throws DomainError `not_found` for an `orderId` or `rechargeId` of another customer, `too_many_tickets`, `too_many_messages`,
 * `idempotency_conflict`, `blocked`
 */
export async function openTicket(deps: TicketDeps, actor: Actor, input: OpenTicketInput): Promise<TicketOut> {
  const { db, config } = deps;
  // A retry of an accepted message does not count as a new one.
  const earlier = await findOpened(db, actor, input);
  if (earlier) return earlier;
  await countMessage(deps, actor);
  const ticket = await db.transaction(async (tx) => {
    await lockAuthor(tx, actor);
    const openedMeanwhile = await findOpened(tx, actor, input);
    if (openedMeanwhile) return openedMeanwhile;
    const opened = await insertTicket(tx, actor, input);
    await mailAdmins(tx, config, { id: opened.id, userId: actor.id });
    return opened;
  });
  notifyOfTicket(deps, { id: ticket.id, userId: actor.id });
  return ticket;
}

/** The first result for a request id, independent of later messages. */
async function findOpened(
  db: Db | Tx,
  actor: Actor,
  { requestId, subject, message, orderId, rechargeId }: OpenTicketInput,
): Promise<TicketOut | undefined> {
  if (requestId === undefined) return undefined;
  const [found] = await db
    .select({ ...ticketColumns, message: ticketMessages.message })
    .from(tickets)
    .innerJoin(ticketMessages, and(eq(ticketMessages.ticketId, tickets.id), eq(ticketMessages.seq, 1)))
    .where(and(eq(tickets.requestId, requestId), eq(tickets.userId, actor.id)));
  if (!found) return undefined;
  const { message: firstMessage, ...row } = found;
  const isSameRequest =
    row.subject === subject &&
    firstMessage === message &&
    (row.orderId ?? undefined) === orderId &&
    (row.rechargeId ?? undefined) === rechargeId;
  if (!isSameRequest) throw new DomainError('idempotency_conflict');
  return presentTicket({ ...row, status: 'open', messageCount: 1, lastMessageAt: row.createdAt });
}

async function insertTicket(tx: Tx, actor: Actor, input: OpenTicketInput): Promise<TicketOut> {
  const { subject, message, orderId, rechargeId, requestId } = input;
  await assertOwn(tx, actor, input);
  await assertFewOpen(tx, actor);
  const [row] = await tx
    .insert(tickets)
    .values({ userId: actor.id, subject, orderId, rechargeId, requestId, messageCount: 1 })
    .returning(ticketColumns);
  if (!row) throw new Error('Inserting a ticket returned no row');
  await tx.insert(ticketMessages).values({ ticketId: row.id, seq: 1, authorId: actor.id, byAdmin: false, message });
  return presentTicket(row);
}

/** Another customer's order or recharge gets the same error as an unknown one. */
async function assertOwn(tx: Tx, actor: Actor, { orderId, rechargeId }: OpenTicketInput): Promise<void> {
  if (orderId !== undefined) {
    const own = await tx.$count(orders, and(eq(orders.id, orderId), eq(orders.userId, actor.id)));
    if (own === 0) throw fieldError('not_found', 'orderId', 'You have no order with this number.');
  }
  if (rechargeId !== undefined) {
    const own = await tx.$count(recharges, and(eq(recharges.id, rechargeId), eq(recharges.userId, actor.id)));
    if (own === 0) throw fieldError('not_found', 'rechargeId', 'You have no recharge with this number.');
  }
}
