import { and, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import type { ForwardListInput, ForwardPage } from '#shared/forwards.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../lists/keyset.ts';
import { idsFound } from '../../lists/search-arms.ts';
import { idIn, isFoundWithin, SHORTEST_WITHIN } from '../../lists/search-text.ts';
import { presentForward, selectForwards } from './forward-rows.ts';

/**
 * Lists purchases at suppliers, newest first. Admins only.
 * @throws DomainError `bad_input` for an invalid cursor
 */
export async function listForwards(db: Db, actor: Actor, input: ForwardListInput): Promise<ForwardPage> {
  assertAdmin(actor);
  const { state, flag, supplierId, search, cursor, limit } = input;
  const beforeId = idFromCursor(cursor);
  const filter = and(
    state && eq(forwards.state, state),
    flag && isNotNull(forwards.flag),
    supplierId === undefined
      ? undefined
      : sql`(${forwards.supplierId} = ${supplierId} or ${forwards.nextSupplierId} = ${supplierId})`,
    beforeId === undefined ? undefined : lt(forwards.id, beforeId),
  );
  const newest = limit + 1;
  const found = search && idsFound(forwards.id, { ways: waysToFind(search), filter, newest });
  const rows = await selectForwards(db)
    .where(found ? sql`${forwards.id} in ${found}` : filter)
    .orderBy(desc(forwards.id))
    .limit(newest);
  return pageFrom(rows.map(presentForward), limit, ({ id }) => id);
}

function waysToFind(search: string): (SQL | undefined)[] {
  const number = idIn(search);
  const isUuid = z.uuid().safeParse(search).success;
  const ways = [eq(forwards.externalOrderId, search)];
  if (number !== undefined) ways.push(eq(forwards.orderId, number));
  if (isUuid) ways.push(eq(forwards.requestId, search));
  const ofLinks = sql`${forwards.orderId} in (select ${orders.id} from ${orders} where ${isFoundWithin(orders.link, search)})`;
  return search.length < SHORTEST_WITHIN || isUuid ? ways : [...ways, ofLinks];
}
