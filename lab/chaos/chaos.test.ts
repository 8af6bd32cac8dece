import { expect, test } from 'vitest';
import { choicesOf } from '../choices.ts';
import { runRound, type SetUp } from './run.ts';

/** A short `npm run chaos`: one fault of each kind. The recovery time depends on the machine and is left to the command. */
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
  [
    { database: 'behind a proxy', processes: 1, suppliers: true, secondServer: true },
    ['kill -9 of a supplier', 'kill -9 of workers of both servers'],
  ],
];

const NOTHING = { boughtTwice: [], lostPurchases: [], wronglyRefunded: [], unfinished: [], unsettled: [] };

test.each(rounds)('%j', async (setUp, named) => {
  const lines: string[] = [];
  const result = await runRound({
    ...setUp,
    named,
    choices: choicesOf(1),
    forMs: undefined,
    say: (line) => lines.push(line),
  });
  expect(result, lines.join('\n')).toMatchObject({
    lost: [],
    doubled: [],
    brokenAccounts: [],
    processDeaths: [],
    wrong: [],
  });
  expect(result.recoveries.length, lines.join('\n')).toBeGreaterThanOrEqual(named.length);
  expect(result.acknowledged).toBeGreaterThan(0);
  if (!setUp.suppliers) return;
  expect(result.forwards, lines.join('\n')).toMatchObject(NOTHING);
  expect(result.forwards?.states.accepted).toBeGreaterThan(0);
});
