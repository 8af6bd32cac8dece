import { deepEqual } from 'node:assert/strict';
import type { Db } from '../../db/client.ts';
import { listAllOrders } from '../../server/features/orders/list-all-orders.ts';
import { undisturbed } from '../lab/measure.ts';
import { median } from '../statistics.ts';
import { naiveSearch } from './naive-search.ts';
import type { Person } from './people.ts';
import { inTurn, msOf } from './times.ts';

const LIMIT = 25;
interface RareSearchOptions {
  db: Db;
  admin: Person;
  rounds: number;
  /** How often at most a round is repeated that other programs disturbed. */
  repeats?: number | undefined;
}

/** Before the first round, as V8 compiles what is called often only after some hundred calls. */
const OURS_FIRST = 300;
/** The naive form takes seconds, so that once is enough; of ours the median of some is taken, half before it and half after. */
const OURS_A_ROUND = 50;

/**
 * The naive form's time by the panel's, for what one order has: through the same pool, in each round. A busy machine keeps many short
 * statements waiting for longer than one long one, so that a round which other programs disturbed is repeated.
 * @throws AssertionError where the two do not find the same
 */
export async function rareSearch({ db, admin, rounds, repeats }: RareSearchOptions): Promise<number[]> {
  const search = await rareWord(db);
  const ours = () => listAllOrders(db, admin.actor, { search, limit: LIMIT });
  const naive = () => naiveSearch(db, search, LIMIT);
  deepEqual((await ours()).items, await naive());
  for (let time = 0; time < OURS_FIRST; time++) await ours();
  const round = async () => {
    const oursMs: number[] = [];
    const someOfOurs = async () => {
      for (let time = 0; time < OURS_A_ROUND / 2; time++) oursMs.push(await msOf(ours));
    };
    await someOfOurs();
    const naiveMs = await msOf(naive);
    await someOfOurs();
    return naiveMs / median(oursMs);
  };
  return inTurn(rounds, async () => (await undisturbed(round, repeats)).result);
}

/** The end of the link of an order in the middle, which no other has. */
async function rareWord(db: Db): Promise<string> {
  return (await linkOfOne(db)).slice(-10);
}

/** The link of an order among the others, as an admin pastes it. */
export async function linkOfOne(db: Db): Promise<string> {
  const [order] = await db.$client<{ link: string }[]>`
    select link from orders where id >= (select avg(id)::bigint from orders) order by id limit 1`;
  if (!order) throw new Error('The database has no order');
  return order.link;
}
