import { randomInt } from 'node:crypto';
import { buildClient } from '../../scripts/build/client.ts';
import { buildServer } from '../../scripts/build/server.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { choicesOf } from '../choices.ts';
import { reportGoals } from '../goals.ts';
import { sum } from '../statistics.ts';
import { judgeRounds, summaryOf } from './report.ts';
import { type RoundResult, runRound, type SetUp } from './run.ts';

/** Long runs repeat them, so no round outlasts an access token. */
const SET_UPS: SetUp[] = [
  { database: 'its own cluster', processes: 2, suppliers: true },
  { database: 'behind a proxy', processes: 1, smallDisk: true, suppliers: true, secondServer: true },
  { database: 'its own cluster', processes: 1, smallDisk: true },
  { database: 'behind a proxy', processes: 2, suppliers: true, secondServer: true },
];
const LONGEST_ROUND_MS = 150_000;

const { options } = readCommandLine({
  name: 'npm run chaos',
  purpose: `Causes faults of processes, machines and networks in a separate panel, and counts the damage.

Starts the panel in a temporary folder, with clients that order, recharge, grant balance and read, and that retry with the
same request id until they get a response. Orders are forwarded to two hostile suppliers, and staff settles and rejects. At the
same time it kills, suspends and disconnects one part after the other. Exits with 1 if an acknowledged request was lost or
doubled, a balance is wrong, a process ended by itself, a request got no response for 10 s, a response was wrong, a request
failed after the fault, the panel took 10 s to recover, or an order was bought twice, lost, or refunded without evidence.`,
  options: {
    seconds: { takes: 'N', default: 60, means: 'duration, in two rounds or more' },
    minutes: { takes: 'N', means: 'the same in minutes' },
    orders: { takes: 'N', default: 0, means: 'goes on until so many orders were forwarded, in rounds with suppliers' },
    seed: { takes: 'N', means: 'determines the faults and their times (default: random and printed)' },
    words: { means: 'suppliers also answer purchases in words that no table knows, bought or not' },
    lines: { takes: 'N', max: 100_000, means: 'the lines of a supplier’s list (default: 4)' },
    beside: {
      takes: 'DIR',
      means: 'the second servers run the built checkout of another release, on the upgraded database',
    },
    fault: { takes: 'TEXT', repeats: true, means: 'only faults with this text in their name; may be repeated' },
  },
  example: 'npm run chaos -- --minutes 10 --seed 7',
});
const { seconds, minutes = seconds / 60, seed = randomInt(2 ** 31), fault, orders, words, lines, beside } = options;
const forMs = minutes * 60_000;

await Promise.all([buildClient(), buildServer()]);
console.log(`Seed ${seed}, ${Math.round(forMs / 1000)} s`);
const choices = choicesOf(seed);
const count = Math.max(2, Math.ceil(forMs / LONGEST_ROUND_MS));
const rounds: RoundResult[] = [];
const forwarded = () => sum(rounds.map(({ forwards }) => forwards?.forwarded ?? 0));
for (let nth = 0; nth < count || forwarded() < orders; nth++) {
  const setUp = SET_UPS[nth % SET_UPS.length] as SetUp;
  if (orders > 0 && !setUp.suppliers) continue;
  const servers = setUp.secondServer ? 'two servers' : 'one server';
  console.log(`\nThe panel with PROCESSES=${setUp.processes}, ${servers} and a database: ${setUp.database}`);
  const say = (line: string) => console.log(`  ${line}`);
  const round = await runRound({ ...setUp, forMs: forMs / count, choices, named: fault, words, lines, beside, say });
  rounds.push(round);
  if (round.forwards) say(summaryOf(round.forwards));
}
const { text, goals, failures } = judgeRounds(rounds);
console.log(`\n${text}`);
reportGoals(goals);
console.log(failures.length === 0 ? '\nNothing was lost, doubled or left broken.' : `\n${failures.join('\n')}`);
