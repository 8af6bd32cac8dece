import { and, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { tickets } from '#db/schema/tickets.ts';
import { users } from '#db/schema/users.ts';
import type { AdminTicketListInput, AdminTicketPage } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idsFound } from '../../base/lists/search-arms.ts';
import { containing, idIn } from '../../base/lists/search-text.ts';
import { afterCursor, sortedBy, sortedPageFrom } from '../../base/lists/sorted-keyset.ts';
import { usersFound } from '../../base/lists/users-matching.ts';
import {
  BY_LAST_MESSAGE,
  BY_SILENCE,
  byLastMessage,
  bySilence,
  presentTicket,
  selectAdminTickets,
} from './ticket-rows.ts';

/**
 * Lists all tickets, the latest message first, or the oldest with `oldestFirst`. `waiting` counts all open ones. Admins only.
 * @param input `mine` selects tickets that the caller answered last; `search` finds subject, user name and name, or an id
 */
export async function listAllTickets(
  db: Db,
  actor: Actor,
  { status, mine, userId, search, oldestFirst, cursor, limit }: AdminTicketListInput,
): Promise<AdminTicketPage> {
  assertAdmin(actor);
  const [name, order] = oldestFirst ? ([BY_SILENCE, bySilence] as const) : ([BY_LAST_MESSAGE, byLastMessage] as const);
  const filter = and(
    status && eq(tickets.status, status),
    mine ? eq(tickets.answeredBy, actor.id) : undefined,
    userId === undefined ? undefined : eq(tickets.userId, userId),
    afterCursor(name, order, cursor),
  );
  const found = search && {
    ways: waysToFind(search),
    filter,
    newest: limit + 1,
    by: tickets.lastMessageAt,
    oldestFirst,
  };
  const [rows, waiting] = await Promise.all([
    selectAdminTickets(db)
      .where(found ? inArray(tickets.id, idsFound(tickets.id, found)) : filter)
      .orderBy(...sortedBy(order))
      .limit(limit + 1),
    db.$count(tickets, eq(tickets.status, 'open')),
  ]);
  return { ...sortedPageFrom(rows.map(presentTicket), limit, name, order), waiting };
}

/** The search conditions. */
function waysToFind(search: string): SQL[] {
  const pattern = containing(search);
  const id = idIn(search);
  return [
    ilike(tickets.subject, pattern),
    sql`${tickets.userId} in (${usersFound(search, [users.userName, users.name])})`,
    ...(id === undefined ? [] : [eq(tickets.id, id)]),
  ];
}
