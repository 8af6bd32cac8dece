import { expect, test } from 'vitest';
import { createRandom } from '../scripts/chaos/random.ts';
import { runRound, type SetUp } from '../scripts/chaos/run.ts';

/**
 * `npm run chaos` in short: one fault of each sort. Judged is what a slow machine has no part in; how soon the panel is back
 * is for the command.
 */
const rounds: [SetUp, string[]][] = [
  [
    { database: 'its own cluster', processes: 2 },
    [
      'SIGTERM of a backend',
      'kill -9 of the postmaster',
      'kill -9 of a worker',
      'kill -9 of the supervisor',
      'the primary is demoted',
    ],
  ],
  [
    { database: 'behind a proxy', processes: 1 },
    ['pg_terminate_backend', 'connections are used up', 'proxy resets', 'proxy swallows'],
  ],
];

test.each(rounds)('%j', async (setUp, named) => {
  const told: string[] = [];
  const random = createRandom(1);
  const result = await runRound({ ...setUp, named, random, forMs: undefined, say: (line) => told.push(line) });
  expect(result, told.join('\n')).toMatchObject({
    lost: [],
    doubled: [],
    brokenAccounts: [],
    processDeaths: [],
    wrong: [],
  });
  expect(result.recoveries.length, told.join('\n')).toBeGreaterThanOrEqual(named.length);
  expect(result.acknowledged).toBeGreaterThan(0);
});
