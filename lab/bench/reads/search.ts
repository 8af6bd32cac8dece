import { deepEqual } from 'node:assert/strict';
import { desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { users } from '#db/schema/users.ts';
import { containing } from '#server/base/lists/search-text.ts';
import { listAllOrders } from '#server/features/orders/list-all-orders.ts';
import { adminOrderColumns } from '#server/features/orders/order-rows.ts';
import { median } from '../../statistics.ts';
import { undisturbed } from '../measure.ts';
import type { Person } from './people.ts';
import { inRounds, msOf } from './rounds.ts';

const LIMIT = 25;
/** Before the first round: V8 compiles hot code only after some hundred calls. */
const WARM_UP_TIMES = 300;
/** The naive form takes seconds and runs once per round. Half of the panel's runs come before it, half after. */
const TIMES = 50;

interface SearchOptions {
  db: Db;
  admin: Person;
  rounds: number;
  repeats: number;
}

/**
 * The naive form's time ÷ the panel's for a search with one match, over the same pool. Other programs slow many short statements more
 * than one long one, so disturbed rounds are repeated.
 * @throws AssertionError if the two find different rows
 */
export async function searchRatios({ db, admin, rounds, repeats }: SearchOptions): Promise<number[]> {
  // The end of a link that no other order has.
  const search = (await linkOfOne(db)).slice(-10);
  const ours = () => listAllOrders(db, admin.actor, { search, limit: LIMIT });
  const naive = () => naiveSearch(db, search, LIMIT);
  deepEqual((await ours()).items, await naive());
  for (let time = 0; time < WARM_UP_TIMES; time++) await ours();
  const round = async () => {
    const oursMs: number[] = [];
    const someOfOurs = async () => {
      for (let time = 0; time < TIMES / 2; time++) oursMs.push(await msOf(ours));
    };
    await someOfOurs();
    const naiveMs = await msOf(naive);
    await someOfOurs();
    return naiveMs / median(oursMs);
  };
  return inRounds(rounds, async () => (await undisturbed(round, repeats)).result);
}

/** The link of an order in the middle, as an admin pastes it. */
export async function linkOfOne(db: Db): Promise<string> {
  const [order] = await db.$client<{ link: string }[]>`
    select link from orders where id >= (select avg(id)::bigint from orders) order by id limit 1`;
  if (!order) throw new Error('The database has no order');
  return order.link;
}

/** Joins everything and filters by one condition. It finds the same as the panel's search. */
function naiveSearch(db: Db, search: string, limit: number) {
  const pattern = containing(search);
  return db
    .select(adminOrderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(services, eq(services.id, orders.serviceId))
    .where(
      or(
        sql`${orders.id}::text = ${search}`,
        ilike(users.userName, pattern),
        ilike(users.name, pattern),
        ilike(users.email, pattern),
        ilike(users.phone, pattern),
        ilike(orders.serviceName, pattern),
        ilike(orders.link, pattern),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit);
}
