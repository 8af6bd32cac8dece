import { percentile } from '../statistics.ts';
import type { Person } from './people.ts';
import { msOf } from './times.ts';

const TIMES = 40;
/** What takes seconds is asked less often. */
const PATIENCE_MS = 4_000;

type Question = [label: string, procedure: string, input?: object];

const search = (procedure: string, words: string[], input: object = {}): Question[] =>
  words.map((word) => [`${procedure} "${word}"`, procedure, { ...input, search: word }]);
const sorts = (procedure: string, names: string[], input: object = {}): Question[] =>
  names.map((sort) => [`${procedure} by ${sort}`, procedure, { ...input, sort }]);
const page = { limit: 25 };
/** Numbers, names that thousands have, an address that everybody has, what few have, nothing has, and one and two letters. */
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
  ...search('services.list', ['likes', 'zzqqxx'], page),
];

/**
 * How long each list, search and sort takes over HTTP, one question at a time: a line each with p50 and p99.
 * @param link of an order, which is looked for, too
 */
export async function timeLists(
  url: string,
  { admin, customer }: Record<'admin' | 'customer', Person>,
  link: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [who, questions] of [
    [customer, ofCustomers],
    [admin, ofAdmins(link)],
  ] as const) {
    for (const [label, procedure, input] of questions) {
      lines.push(row(label, await timesOf(`${url}/trpc/${procedure}${query(input)}`, who.accessToken)));
    }
  }
  return lines;
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

function row(label: string, times: number[]): string {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)].map((ms) => ms.toFixed(1).padStart(8));
  return `  ${label.padEnd(76)}${p50} ms${p99} ms`;
}

function query(input: object | undefined): string {
  return input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
}
