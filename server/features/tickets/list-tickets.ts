import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { tickets } from '#db/schema/tickets.ts';
import type { TicketListInput, TicketPage } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { afterCursor, sortedBy, sortedPageFrom } from '../../base/lists/sorted-keyset.ts';
import { BY_LAST_MESSAGE, byLastMessage, presentTicket, ticketColumns } from './ticket-rows.ts';

/** Lists the caller's own tickets, the latest message first. */
export async function listTickets(
  db: Db,
  actor: Actor,
  { status, cursor, limit }: TicketListInput,
): Promise<TicketPage> {
  const rows = await db
    .select(ticketColumns)
    .from(tickets)
    .where(
      and(
        eq(tickets.userId, actor.id),
        status && eq(tickets.status, status),
        afterCursor(BY_LAST_MESSAGE, byLastMessage, cursor),
      ),
    )
    .orderBy(...sortedBy(byLastMessage))
    .limit(limit + 1);
  return sortedPageFrom(rows.map(presentTicket), limit, BY_LAST_MESSAGE, byLastMessage);
}
