import { and, eq, max, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { sessions } from '#db/schema/sessions.ts';
import { tickets } from '#db/schema/tickets.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, AdminUserDetails } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { hasPhone } from '../../base/identity/phone-number.ts';
import { hasSecondFactor } from '../../base/identity/second-factor.ts';
import { isLive } from '../../base/identity/sessions.ts';
import { isAtNoSupplier } from '../../suppliers/at-supplier.ts';
import { getUser } from './get-user.ts';

/**
 * One user with their last visit and the counts of their rows, each from an index. Admins only.
 * @throws DomainError `not_found`
 */
export async function getUserDetails(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminUserDetails> {
  const user = await getUser(db, actor, { id });
  const [[state], [seen], twoFactor, samePhone, ...counts] = await Promise.all([
    db
      .select({
        blockedAt: users.blockedAt,
        blockedReason: users.blockedReason,
        emailConfirmedAt: users.emailConfirmedAt,
      })
      .from(users)
      .where(eq(users.id, id)),
    db
      .select({ at: max(sessions.lastUsedAt) })
      .from(sessions)
      .where(eq(sessions.userId, id)),
    hasSecondFactor(db, id),
    db.$count(users, and(ne(users.id, id), hasPhone(sql`(select own.phone_e164 from users own where own.id = ${id})`))),
    db.$count(orders, eq(orders.userId, id)),
    // Written like the index `orders_open_target_idx`, which a query with parameters could not use.
    db.$count(orders, and(eq(orders.userId, id), sql`${orders.status} in ('pending', 'processing')`, isAtNoSupplier)),
    db.$count(recharges, eq(recharges.userId, id)),
    db.$count(recharges, and(eq(recharges.userId, id), eq(recharges.status, 'pending'))),
    db.$count(tickets, eq(tickets.userId, id)),
    db.$count(tickets, and(eq(tickets.userId, id), eq(tickets.status, 'open'))),
    db.$count(sessions, and(eq(sessions.userId, id), isLive)),
  ]);
  if (!state) throw new DomainError('not_found');
  const [orderCount, openOrders, rechargeCount, pendingRecharges, ticketCount, openTickets, sessionCount] = counts;
  return {
    ...user,
    blockedAt: state.blockedAt,
    blockedReason: state.blockedReason,
    emailConfirmed: state.emailConfirmedAt !== null,
    twoFactor,
    samePhone,
    lastSeenAt: seen?.at ?? null,
    counts: {
      orders: orderCount,
      openOrders,
      recharges: rechargeCount,
      pendingRecharges,
      tickets: ticketCount,
      openTickets,
      sessions: sessionCount,
    },
  };
}
