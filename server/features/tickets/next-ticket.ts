import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { tickets } from '#db/schema/tickets.ts';
import type { NextTicket } from '#shared/tickets.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/**
 * The open ticket that an admin opens after this one: the next longer silent one, and after the newest the longest waiting again.
 * `waiting` counts the other open tickets. Admins only.
 */
export async function nextTicket(db: Db, actor: Actor, { id }: { id: number }): Promise<NextTicket> {
  assertAdmin(actor);
  const others = and(eq(tickets.status, 'open'), ne(tickets.id, id));
  const place = sql`(select last_message_at, id from tickets where id = ${id})`;
  const [[next], waiting] = await Promise.all([
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(others)
      .orderBy(sql`(${tickets.lastMessageAt}, ${tickets.id}) < ${place}`, asc(tickets.lastMessageAt), asc(tickets.id))
      .limit(1),
    db.$count(tickets, others),
  ]);
  return { id: next?.id ?? null, waiting };
}
