import { and, desc, eq, lt } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { ticketMessages, tickets } from '#db/schema/tickets.ts';
import { users } from '#db/schema/users.ts';
import { ticketWaitsFor } from '#shared/ticket-status.ts';
import type { AdminTicket, GetTicketInput, TicketMessage, TicketOut } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { idKey, momentKey, type SortOrder } from '../../base/lists/sorted-keyset.ts';

/** The columns of a ticket that its customer may see. */
export const ticketColumns = {
  id: tickets.id,
  subject: tickets.subject,
  status: tickets.status,
  orderId: tickets.orderId,
  rechargeId: tickets.rechargeId,
  messageCount: tickets.messageCount,
  lastMessageAt: tickets.lastMessageAt,
  createdAt: tickets.createdAt,
};

export type TicketRow = Omit<TicketOut, 'waitingFor'>;

/** Tickets as admins see them, with their customer. */
export function selectAdminTickets(db: Db) {
  return db
    .select({ ...ticketColumns, user: { id: users.id, userName: users.userName, name: users.name } })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId));
}

/**
 * One of the caller's own tickets.
 * @throws DomainError `not_found`, also for another customer's ticket
 */
export async function readOwnTicket(db: Db, actor: Actor, { id }: { id: number }): Promise<TicketRow> {
  const [row] = await db
    .select(ticketColumns)
    .from(tickets)
    .where(and(eq(tickets.id, id), eq(tickets.userId, actor.id)));
  if (!row) throw new DomainError('not_found');
  return row;
}

/**
 * Any ticket, for verbs that have checked the admin.
 * @throws DomainError `not_found`
 */
export async function readAnyTicket(db: Db, { id }: { id: number }): Promise<Omit<AdminTicket, 'waitingFor'>> {
  const [row] = await selectAdminTickets(db).where(eq(tickets.id, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** Adds who has to act next, which follows from the status. */
export function presentTicket<Row extends TicketRow>(row: Row) {
  return { ...row, waitingFor: ticketWaitsFor[row.status] };
}

/** The usual order of a ticket list: latest message first. */
export const byLastMessage: SortOrder<TicketRow> = {
  keys: [momentKey(tickets.lastMessageAt, (ticket) => ticket.lastMessageAt), idKey(tickets.id)],
  descending: true,
};

/** A cursor of {@link byLastMessage}. */
export const BY_LAST_MESSAGE = 'lastMessage';

/** The order of a queue: oldest message first. */
export const bySilence: SortOrder<TicketRow> = { ...byLastMessage, descending: false };

/** A cursor of {@link bySilence}. */
export const BY_SILENCE = 'silence';

/** A ticket's newest messages, or those before a cursor, oldest first, with their authors' names. */
export async function readMessages(
  db: Db,
  { id, cursor, limit }: GetTicketInput,
): Promise<{ messages: TicketMessage[]; nextCursor: string | null }> {
  const beforeSeq = idFromCursor(cursor);
  const rows = await db
    .select({
      seq: ticketMessages.seq,
      byAdmin: ticketMessages.byAdmin,
      byName: users.userName,
      message: ticketMessages.message,
      at: ticketMessages.at,
    })
    .from(ticketMessages)
    .innerJoin(users, eq(users.id, ticketMessages.authorId))
    .where(
      and(eq(ticketMessages.ticketId, id), beforeSeq === undefined ? undefined : lt(ticketMessages.seq, beforeSeq)),
    )
    .orderBy(desc(ticketMessages.seq))
    .limit(limit + 1);
  const { items, nextCursor } = pageFrom(rows, limit, (row) => row.seq);
  const messages = items
    .reverse()
    .map(({ byAdmin, ...row }) => ({ ...row, by: byAdmin ? ('admin' as const) : ('customer' as const) }));
  return { messages, nextCursor };
}
