import { and, desc, eq, ilike, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orders } from '../../../db/schema/orders.ts';
import { services } from '../../../db/schema/services.ts';
import { users } from '../../../db/schema/users.ts';
import type { AdminOrderListInput, AdminOrderPage } from '../../../shared/orders.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { idFromCursor, pageFrom, type Skipping } from '../../lists/keyset.ts';
import { idsFound } from '../../lists/search-arms.ts';
import { containing, idIn } from '../../lists/search-text.ts';
import { usersMatching } from '../../lists/users-matching.ts';
import { adminOrderColumns } from './order-rows.ts';

/** In the words of the index `orders_open_idx`: with parameters in their place it could not be used. */
const isOpen = sql`${orders.status} in ('pending', 'processing')`;

/**
 * Everybody's orders, newest first.
 * @param input `search` finds text in the customer's user name, the service's name and the link, or an order by its number
 * @throws DomainError `forbidden` unless an admin asks, `bad_input` for a cursor that no such list gave out.
 */
export async function listAllOrders(
  db: Db,
  actor: Actor,
  input: AdminOrderListInput & Skipping,
): Promise<AdminOrderPage> {
  assertAdmin(actor);
  const { status, userId, serviceId, search, limit, skip = 0 } = input;
  const beforeId = idFromCursor(input.cursor);
  const filter = and(
    beforeId === undefined ? undefined : lt(orders.id, beforeId),
    status && (status === 'open' ? isOpen : eq(orders.status, status)),
    userId === undefined ? undefined : eq(orders.userId, userId),
    serviceId === undefined ? undefined : eq(orders.serviceId, serviceId),
  );
  const rows = await db
    .select(adminOrderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      search
        ? inArray(orders.id, idsFound(orders.id, { ways: waysToFind(search), filter, newest: skip + limit + 1 }))
        : filter,
    )
    .orderBy(desc(orders.id))
    .limit(limit + 1)
    .offset(skip);
  return pageFrom(rows, limit, (order) => order.id);
}

/** Each way in which a search finds an order. */
function waysToFind(search: string): (SQL | undefined)[] {
  const pattern = containing(search);
  const id = idIn(search);
  return [
    ilike(orders.link, pattern),
    sql`${orders.userId} in (${usersMatching(users.userName, pattern)})`,
    and(sql`${orders.serviceId} in (${servicesOnceNamed(pattern)})`, ilike(orders.serviceName, pattern)),
    ...(id === undefined ? [] : [eq(orders.id, id)]),
  ];
}

/** An order keeps its service's name, so what a service was called before is looked through, too. */
function servicesOnceNamed(pattern: string): SQL {
  const { id, name, formerNames } = services;
  return sql`select ${id} from ${services} where ${name} ilike ${pattern}
    or array_to_string(${formerNames}, chr(10)) ilike ${pattern}`;
}
