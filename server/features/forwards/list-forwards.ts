import { and, desc, eq, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
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
import { isFlagged } from '../../suppliers/is-flagged.ts';
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
    flag && (flag === true ? isNotNull(forwards.flag) : isFlagged(flag)),
    beforeId === undefined ? undefined : lt(forwards.id, beforeId),
  );
  const newest = limit + 1;
  const found = waysToFind(search, supplierId, filter, newest);
  const rows = await selectForwards(db)
    .where(found ? sql`${forwards.id} in ${found}` : filter)
    .orderBy(desc(forwards.id))
    .limit(newest);
  return pageFrom(rows.map(presentForward), limit, ({ id }) => id);
}

/** The ids that a search or a supplier finds, each way by its own index; undefined without both. */
function waysToFind(
  search: string | undefined,
  supplierId: number | undefined,
  filter: SQL | undefined,
  newest: number,
): SQL | undefined {
  const { nextSupplierId, dueAt } = forwards;
  const atSupplier =
    supplierId === undefined
      ? undefined
      : [eq(forwards.supplierId, supplierId), and(eq(nextSupplierId, supplierId), isNotNull(dueAt))];
  if (!search) return atSupplier && idsFound(forwards.id, { ways: atSupplier, filter, newest });
  return idsFound(forwards.id, {
    ways: searchWays(search),
    filter: and(filter, atSupplier && or(...atSupplier)),
    newest,
  });
}

function searchWays(search: string): (SQL | undefined)[] {
  const number = idIn(search);
  const isUuid = z.uuid().safeParse(search).success;
  const ways = [eq(forwards.externalOrderId, search)];
  if (number !== undefined) ways.push(eq(forwards.orderId, number));
  if (isUuid) ways.push(eq(forwards.requestId, search));
  const ofLinks = sql`${forwards.orderId} in (select ${orders.id} from ${orders} where ${isFoundWithin(orders.link, search)})`;
  return search.length < SHORTEST_WITHIN || isUuid ? ways : [...ways, ofLinks];
}
