import { and, desc, eq, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { countMatching } from '#server/base/lists/bounded-count.ts';
import { idFromCursor, pageFrom } from '#server/base/lists/keyset.ts';
import { idsFound } from '#server/base/lists/search-arms.ts';
import { idIn, isFoundWithin, SHORTEST_WITHIN } from '#server/base/lists/search-text.ts';
import { isFlagged } from '#server/suppliers/is-flagged.ts';
import type { ForwardCounts, ForwardListInput, ForwardPage } from '#shared/forwards.ts';
import type { Actor } from '#shared/users.ts';
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

/** Counts the purchases that are not over, and the flagged ones, of one supplier or of all. Admins only. */
export async function countForwards(
  db: Db,
  actor: Actor,
  { supplierId }: { supplierId?: number | undefined },
): Promise<ForwardCounts> {
  assertAdmin(actor);
  const ofSupplier = supplierId === undefined ? undefined : or(...atSupplier(supplierId));
  const counted = async (condition: SQL) =>
    (await countMatching(db, forwards.id, { search: undefined, filter: and(condition, ofSupplier), ways: [] })).count;
  const [unknown, refused, flagged, waiting_funds, queued, sending] = await Promise.all([
    counted(eq(forwards.state, 'unknown')),
    counted(eq(forwards.state, 'refused')),
    counted(isNotNull(forwards.flag)),
    counted(eq(forwards.state, 'waiting_funds')),
    counted(eq(forwards.state, 'queued')),
    counted(eq(forwards.state, 'sending')),
  ]);
  return { unknown, refused, flagged, waiting_funds, queued, sending };
}

/** The purchases sent to a supplier, and those that wait for it. */
function atSupplier(supplierId: number): (SQL | undefined)[] {
  const { nextSupplierId, dueAt } = forwards;
  return [eq(forwards.supplierId, supplierId), and(eq(nextSupplierId, supplierId), isNotNull(dueAt))];
}

/** The ids that a search or a supplier finds, each way by its own index; undefined without both. */
function waysToFind(
  search: string | undefined,
  supplierId: number | undefined,
  filter: SQL | undefined,
  newest: number,
): SQL | undefined {
  const ways = supplierId === undefined ? undefined : atSupplier(supplierId);
  if (!search) return ways && idsFound(forwards.id, { ways, filter, newest });
  return idsFound(forwards.id, {
    ways: searchWays(search),
    filter: and(filter, ways && or(...ways)),
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
