import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDb, connect } from '../db/client.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { readCommandLine } from '../scripts/command-line.ts';
import { checkLedger } from '../server/features/balance/check-ledger.ts';
import { Contender } from './contender.ts';
import { type Prepared, prepare } from './prepare.ts';
import { medianWithRange } from './statistics.ts';
import type { Outcome } from './task.ts';

const { options } = readCommandLine({
  name: 'npm run bench',
  purpose: `Orders per second through the panel, beside the same statement driven straight into PostgreSQL, a naive form of it, and a
bare Fastify route. All run in every round, in turn, and only ratios within a round are compared, so that a machine whose
speed drifts does not decide. Afterwards the ledger is proved.`,
  options: {
    rounds: { takes: 'N', default: 5, min: 1, means: 'how many rounds, after one to warm up' },
    seconds: { takes: 'N', default: 3, min: 1, means: 'how long each runs in a round' },
  },
  example: 'npm run bench -- --rounds 3',
});
const CONNECTIONS = 64;
const { rounds, seconds } = options;

const names = ['ours', 'direct', 'naive', 'hello'] as const;
type Name = (typeof names)[number];
type Round = Record<Name, number>;

const dataDir = mkdtempSync(join(tmpdir(), 'panel-bench-'));
// Run as root, PostgreSQL becomes another user, who must be able to pass through to its data.
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir });
const stopped: (() => Promise<void>)[] = [];
try {
  await migrate(postgres.url);
  const db = connect(postgres.url, { statementTimeoutMs: 0 });
  stopped.push(() => closeDb(db));
  const jwtSecret = randomBytes(48).toString('base64url');
  const prepared = await prepare(db, jwtSecret);
  const env = {
    DATABASE_URL: postgres.url,
    JWT_SECRET: jwtSecret,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    ORDERS_PER_MINUTE: '1000000',
  };
  const contenders = await startContenders(env);
  stopped.push(contenders.stop);
  for (const [label, customers] of [
    ['1,000 users', prepared.customers],
    ['one user', prepared.customers.slice(0, 1)],
  ] as const) {
    report(label, await race(contenders, { ...prepared, customers }));
  }
  const { problems } = await checkLedger(db);
  if (problems.length > 0)
    throw new Error(`The ledger does not add up after the load:\n${problems.slice(0, 10).join('\n')}`);
  const [counted] = await db.$client<{ orders: number }[]>`select count(*) as orders from orders`;
  console.log(`\nThe ledger was proved after ${counted?.orders.toLocaleString('en')} orders.`);
} finally {
  for (const stop of stopped.toReversed()) await stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function startContenders(env: Record<string, string>) {
  const servers = {
    ours: new Contender('./contenders/ours-server.ts', env),
    naive: new Contender('./contenders/naive-server.ts', env),
    hello: new Contender('./contenders/hello-server.ts', env),
  };
  const load = new Contender('./load.ts', {});
  const direct = new Contender('./contenders/direct.ts', env);
  const [ours, naive, hello] = await Promise.all(Object.values(servers).map((server) => server.address()));
  const drivers = { ours: load, naive: load, hello: load, direct };
  const urls = { ours, naive, hello, direct: '' };
  const stop = async () => {
    for (const process of [...Object.values(servers), load, direct]) await process.stop();
  };
  const run = async (name: Name, prepared: Prepared, forSeconds: number): Promise<number> => {
    const outcome = await drivers[name].run<Outcome>({
      ...prepared,
      url: urls[name] ?? '',
      connections: CONNECTIONS,
      seconds: forSeconds,
    });
    if (outcome.refused > 0)
      throw new Error(`${name}: ${outcome.refused} of ${outcome.answered + outcome.refused} requests failed`);
    return outcome.answered / outcome.elapsedSeconds;
  };
  return { run, stop };
}

/** Every contender in every round, each round beginning with another one; the first, a warm-up, is not counted. */
async function race({ run }: Awaited<ReturnType<typeof startContenders>>, prepared: Prepared): Promise<Round[]> {
  const results: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    const rates: Partial<Round> = {};
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] as Name;
      rates[name] = await run(name, prepared, round === 0 ? 1 : seconds);
    }
    if (round > 0) results.push(rates as Round);
  }
  return results;
}

function report(label: string, results: Round[]): void {
  const rate = (name: Name) =>
    medianWithRange(
      results.map((round) => round[name]),
      0,
    );
  const ratio = (name: Name) => medianWithRange(results.map((round) => round.ours / round[name]));
  console.log(
    `\n${label}, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s: orders per second, median (range)`,
  );
  console.log(`  ours: orders.place over HTTP       ${rate('ours')}`);
  console.log(`  direct: the statement alone        ${rate('direct')}   ours ÷ direct ${ratio('direct')}   (goal 0.3)`);
  console.log(`  naive: separate statements         ${rate('naive')}   ours ÷ naive ${ratio('naive')}   (goal 4)`);
  console.log(`  hello: a bare Fastify route        ${rate('hello')}   ours ÷ hello ${ratio('hello')}`);
}
