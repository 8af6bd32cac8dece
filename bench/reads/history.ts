import type { Db } from '../../db/client.ts';
import { listOrders } from '../../server/features/orders/list-orders.ts';
import { median } from '../statistics.ts';
import type { Person } from './people.ts';
import { inTurn, msOf } from './times.ts';

const PAGE = { limit: 25 };
const TIMES_A_ROUND = 200;

interface Asked {
  db: Db;
  customer: Person;
  rounds: number;
}

/** The verb beside `select 1` as a prepared statement, over the same pool: how often as long, in each round. */
export function historyByDriver({ db, customer, rounds }: Asked): Promise<number[]> {
  return ratios(rounds, {
    page: () => listOrders(db, customer.actor, PAGE),
    one: () => db.$client`select 1 as one`,
  });
}

/** `orders.list` beside a route of the same app that does `select 1` for the same signed-in customer. */
export function historyByHttp({ customer, rounds, url }: Omit<Asked, 'db'> & { url: string }): Promise<number[]> {
  const headers = { authorization: `Bearer ${customer.accessToken}` };
  const read = async (path: string) => {
    const response = await fetch(url + path, { headers });
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
    await response.arrayBuffer();
  };
  const page = `/trpc/orders.list?input=${encodeURIComponent(JSON.stringify(PAGE))}`;
  return ratios(rounds, { page: () => read(page), one: () => read('/select-1') });
}

/** Of each round the medians' ratio; the two are asked one after the other, so that whatever slows the machine slows both. */
async function ratios(
  rounds: number,
  { page, one }: Record<'page' | 'one', () => PromiseLike<unknown>>,
): Promise<number[]> {
  return inTurn(rounds, async () => {
    const [pages, ones]: [number[], number[]] = [[], []];
    for (let time = 0; time < TIMES_A_ROUND; time++) {
      ones.push(await msOf(one));
      pages.push(await msOf(page));
    }
    return median(pages) / median(ones);
  });
}
