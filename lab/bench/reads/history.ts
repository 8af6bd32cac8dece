import { median } from '../../statistics.ts';
import type { Person } from './people.ts';
import { inRounds, msOf } from './rounds.ts';

const PAGE = `/trpc/orders.list?input=${encodeURIComponent(JSON.stringify({ limit: 25 }))}`;
const TIMES = 200;

/**
 * `orders.list` compared with a route of the same app that runs `select 1` for the same customer: the ratio of the medians in each
 * round.
 */
export function historyRatios(url: string, { accessToken }: Person, rounds: number): Promise<number[]> {
  const read = async (path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${accessToken}` } });
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
    await response.arrayBuffer();
  };
  return inRounds(rounds, async () => {
    const [pages, ones]: [number[], number[]] = [[], []];
    for (let time = 0; time < TIMES; time++) {
      ones.push(await msOf(() => read('/select-1')));
      pages.push(await msOf(() => read(PAGE)));
    }
    return median(pages) / median(ones);
  });
}
