import { apiKeys } from '#db/schema/api-keys.ts';
import { services } from '#db/schema/services.ts';
import { createSecret } from '#server/base/identity/keys/key-secret.ts';
import { micros } from '#shared/money.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { inLab, type Lab } from '../lab.ts';
import { machine } from '../machine.ts';
import { median } from '../statistics.ts';
import { startOurs } from './ours.ts';

const { options } = readCommandLine({
  name: 'npm run bench:api-v2',
  purpose: `Measures the API v2 side by side with the same work in single calls.

Starts the panel and a PostgreSQL in a temporary folder, with 1,000 orders of one customer and 5,000 services. Each round reads the
statuses of 1,000 orders in one call and in 1,000 calls of \`orders.get\`, and the list of services in one call and in pages of 100. Prints
the medians.`,
  options: { rounds: { takes: 'N', default: 5, min: 1, max: 50, means: 'rounds, which alternate' } },
  example: 'npm run bench:api-v2 -- --rounds 3',
});

const ORDERS = 1_000;
const SERVICES = 5_000;
const PAGE_ROWS = 100;
/** As many as a script keeps open. */
const AT_ONCE = 16;
/** Each round makes few calls by key, so that its limit does not end one. */
const LISTS = 20;

console.log(machine());
await inLab(compare);

async function compare(lab: Lab): Promise<void> {
  const { database, panel, customers } = await startOurs(lab, { name: 'api_v2', users: 1, earlierOrders: ORDERS });
  const { db } = database;
  const [customer] = customers;
  if (!customer) throw new Error('The bench has no customer');
  const { id, secret, hash } = createSecret(1);
  await db
    .insert(apiKeys)
    .overridingSystemValue()
    .values({ id, userId: customer.userId, name: 'Bench', hash, scopes: ['read'] });
  await db.insert(services).values(
    Array.from({ length: SERVICES }, (_, nth) => ({
      ...{
        name: `Likes ${nth}`,
        description: 'From real accounts.',
        category: 'instagram' as const,
        per: 1000 as const,
      },
      ...{ priceMicros: micros(900_000 + nth), min: 10, max: 10_000, avgTimeHours: 1 },
    })),
  );
  const ids = Array.from({ length: ORDERS }, (_, nth) => nth + 1);
  const trade = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ key: secret, ...fields });
    return bytesOf(await fetch(`${panel.url}/api/v2`, { method: 'POST', body }));
  };
  const query = async (name: string, input: unknown) => {
    const headers = { authorization: `Bearer ${customer.accessToken}` };
    const text = encodeURIComponent(JSON.stringify(input));
    return bytesOf(await fetch(`${panel.url}/trpc/${name}?input=${text}`, { headers }));
  };
  const contenders = {
    'status of 1,000 in one call': () => trade({ action: 'status', orders: ids.join(',') }),
    '1,000 calls of orders.get': () => allOf(ids, (each) => query('orders.get', { id: each })),
    'services, the mean of 20 calls': async () => {
      for (let nth = 0; nth < LISTS; nth++) await trade({ action: 'services' });
    },
    'services in pages of 100 by REST': () =>
      allOf(
        Array.from({ length: SERVICES / PAGE_ROWS }, (_, nth) => nth + 1),
        async (page) => bytesOf(await fetch(`${panel.url}/api/v1/service/getAll?page=${page}&limit=${PAGE_ROWS}`)),
      ),
  };
  const times = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
  // The first round warms up.
  for (let round = 0; round <= options.rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const startedMs = performance.now();
      await run();
      const tookMs = (performance.now() - startedMs) / (name.includes('mean of') ? LISTS : 1);
      if (round > 0) times.get(name)?.push(tookMs);
    }
  }
  const medians = [...times].map(([name, all]): [string, number] => [name, median(all)]);
  for (const [name, ms] of medians) console.log(`${name.padEnd(36)} ${ms.toFixed(1).padStart(9)} ms`);
  const [one = NaN, single = NaN, list = NaN, pages = NaN] = medians.map(([, ms]) => ms);
  console.log(`\nstatuses: ${(single / one).toFixed(0)} times; services: ${(pages / list).toFixed(0)} times`);
  console.log(`the list has ${(await trade({ action: 'services' })).toLocaleString('en')} bytes`);
}

async function bytesOf(response: Response): Promise<number> {
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`The panel answered ${response.status}`);
  return byteLength;
}

/** Runs a call for each, some at once. */
async function allOf<T>(all: readonly T[], call: (each: T) => Promise<unknown>): Promise<void> {
  const waiting = all.values();
  const take = async () => {
    for (const each of waiting) await call(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}
