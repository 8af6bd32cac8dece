import { percentile } from '../../statistics.ts';
import { tableOf } from '../../table.ts';
import type { Person } from './people.ts';
import { msOf } from './rounds.ts';

const TIMES = 40;
/** Slow requests are repeated less often. */
const PATIENCE_MS = 4_000;

type Question = [label: string, procedure: string, input?: object];

const search = (procedure: string, words: string[], input: object = {}): Question[] =>
  words.map((word) => [`${procedure} "${word}"`, procedure, { ...input, search: word }]);
const sorts = (procedure: string, names: string[], input: object = {}): Question[] =>
  names.map((sort) => [`${procedure} by ${sort}`, procedure, { ...input, sort }]);
const page = { limit: 25 };
/** An id, a frequent name, part of every address, rarer words, one without a match, one and two letters. */
const WORDS = ['512345', 'jannat', 'example.com', 'likes', 'instagram.com', 'zzqqxx', 'ka', 'q', '7f'];

const ofCustomers: Question[] = [
  ...sorts('orders.list', ['newest', 'oldest', 'largest', 'smallest'], page),
  ['orders.list of a status', 'orders.list', { ...page, status: 'rejected' }],
  ...search('orders.list', ['likes', 'zzqqxx'], page),
  ['balance.statement', 'balance.statement', page],
  ['balance.recharges', 'balance.recharges', page],
  ['stats.mine', 'stats.mine'],
];

const ofAdmins = (link: string): Question[] => [
  ...sorts('admin.orders.list', ['newest', 'oldest', 'largest', 'smallest', 'mostUnits', 'fewestUnits'], page),
  ['admin.orders.list open', 'admin.orders.list', { ...page, status: 'open', sort: 'oldest' }],
  ['admin.orders.list rejected', 'admin.orders.list', { ...page, status: 'rejected' }],
  ...search('admin.orders.list', [...WORDS, link], page),
  ...search('admin.orders.count', [...WORDS, link]),
  ...sorts('admin.recharges.list', ['newest', 'largest'], page),
  ...search('admin.recharges.list', WORDS, page),
  ...sorts('admin.users.list', ['newest', 'oldest', 'name', 'nameDescending', 'balance', 'lowestBalance'], page),
  ...search('admin.users.list', WORDS, page),
  ...search('admin.users.list', ['jannat', 'ka'], { ...page, sort: 'balance' }),
  ...search('admin.services.list', ['likes', 'zzqqxx', 'q'], page),
  ['admin.desk.counts', 'admin.desk.counts'],
  ['admin.stats', 'admin.stats'],
  ['admin.money', 'admin.money', { days: 30 }],
  ['admin.comparison', 'admin.comparison', { days: 30 }],
  ...search('services.list', ['likes', 'zzqqxx'], page),
];

/** The latency of each list, search and sort over HTTP, one request at a time, as a table. */
export async function timeLists(
  url: string,
  { admin, customer }: Record<'admin' | 'customer', Person>,
  link: string,
): Promise<string> {
  const rows = [['', 'p50', 'p99']];
  for (const [{ accessToken }, questions] of [
    [customer, ofCustomers],
    [admin, ofAdmins(link)],
  ] as const)
    for (const [label, procedure, input] of questions) {
      const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
      const times = await timesOf(`${url}/trpc/${procedure}${query}`, accessToken);
      rows.push([label, ...[0.5, 0.99].map((share) => `${percentile(times, share).toFixed(1)} ms`)]);
    }
  return tableOf(rows);
}

async function timesOf(address: string, accessToken: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const ask = async () => {
    const response = await fetch(address, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${address} was answered ${response.status}: ${text.slice(0, 200)}`);
  };
  await ask();
  const times: number[] = [];
  const untilMs = performance.now() + PATIENCE_MS;
  while (times.length < TIMES && (times.length < 3 || performance.now() < untilMs)) times.push(await msOf(ask));
  return times;
}
