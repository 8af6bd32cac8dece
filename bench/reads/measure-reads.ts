import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDb, connect, type Db } from '../../db/client.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { migrate } from '../../db/migrate.ts';
import { checkLedger } from '../../server/money/check-ledger.ts';
import { Contender } from '../contender.ts';
import type { Goal } from '../goals.ts';
import { median, medianWithRange } from '../statistics.ts';
import { fill } from './fill.ts';
import { historyByDriver, historyByHttp } from './history.ts';
import { timeLists } from './lists.ts';
import { raceNotModified } from './not-modified.ts';
import type { ReadsOptions } from './options.ts';
import { findPeople } from './people.ts';
import { linkOfOne, rareSearch } from './search.ts';

/**
 * Measures what is read over a million orders: each goal as a ratio of two things that were asked in turn in one run. Has a
 * PostgreSQL of its own, with the settings that the panel's has. Afterwards the ledger is proved.
 */
export async function measureReads(options: ReadsOptions): Promise<Goal[]> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'panel-reads-'));
  mkdirSync(dataDir, { recursive: true });
  // Run as root, PostgreSQL becomes another user, who must be able to pass through to its data.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    await migrate(postgres.url);
    const db = connect(postgres.url, { statementTimeoutMs: 0 });
    try {
      await fillOnce(db, options);
      return await measure(db, postgres.url, options);
    } finally {
      await closeDb(db);
    }
  } finally {
    await postgres.stop();
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fillOnce(db: Db, options: ReadsOptions): Promise<void> {
  const [filled] = await db.$client`select from orders limit 1`;
  if (!filled) await fill(db, options, options.report);
  await db.$client`analyze`;
  await db.$client`checkpoint`;
}

async function measure(
  db: Db,
  databaseUrl: string,
  { rounds, seconds, repeats, report }: ReadsOptions,
): Promise<Goal[]> {
  const jwtSecret = randomBytes(48).toString('base64url');
  const people = await findPeople(db, jwtSecret);
  const env = { DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret, NODE_ENV: 'production' };
  const panel = new Contender('./reads/panel-server.ts', env);
  try {
    const url = await panel.address();
    const { customer, admin } = people;
    const byDriver = await historyByDriver({ db, customer, rounds });
    const byHttp = await historyByHttp({ url, customer, rounds });
    const searches = await rareSearch({ db, admin, rounds, repeats });
    const races = await raceNotModified({ panelUrl: url, rounds, seconds });
    report(`\nA history page by the verb ÷ select 1, over one pool: ${medianWithRange(byDriver)}`);
    report(
      `Requests per second: the list's 304 ${medianWithRange(
        races.map(({ list }) => list),
        0,
      )}, ` +
        `Fastify's hello ${medianWithRange(
          races.map(({ hello }) => hello),
          0,
        )}`,
    );
    report(`\nOver HTTP, one question at a time:${'p50'.padStart(52)}${'p99'.padStart(11)}`);
    for (const line of await timeLists(url, people, await linkOfOne(db))) report(line);
    await proveLedger(db, report);
    return [
      {
        ...goalOf(byHttp),
        name: 'history page over a million orders ÷ select 1 (p50)',
        gate: 2.2,
        goal: 1.7,
        better: 'lower',
      },
      { ...goalOf(searches), name: 'rare admin search: naive ÷ ours', gate: 1_000, goal: 1_500, better: 'higher' },
      {
        ...goalOf(races.map(({ list, hello }) => list / hello)),
        name: 'service list 304 ÷ Fastify hello',
        gate: 0.4,
        goal: 0.6,
        better: 'higher',
      },
    ];
  } finally {
    await panel.stop();
  }
}

function goalOf(ratios: number[]): Pick<Goal, 'value' | 'range'> {
  return { value: median(ratios), range: [Math.min(...ratios), Math.max(...ratios)] };
}

async function proveLedger(db: Db, report: (text: string) => void): Promise<void> {
  const { problems, orders } = await checkLedger(db);
  if (problems.length > 0) throw new Error(`The ledger does not add up:\n${problems.slice(0, 10).join('\n')}`);
  report(`\nThe ledger was proved, ${orders.toLocaleString('en')} orders.`);
}
