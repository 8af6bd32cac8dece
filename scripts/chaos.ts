import { randomInt } from 'node:crypto';
import { buildClient } from './build/client.ts';
import { buildServer } from './build/server.ts';
import { createRandom } from './chaos/random.ts';
import { judgeRounds } from './chaos/report.ts';
import { type RoundResult, runRound, type SetUp } from './chaos/run.ts';
import { readCommandLine } from './command-line.ts';

/** For half of the time each, also on a disk that can be full; a long run takes turns, so that no round outlasts an access token. */
const SET_UPS: SetUp[] = [
  { database: 'its own cluster', processes: 2 },
  { database: 'behind a proxy', processes: 1, smallDisk: true },
  { database: 'its own cluster', processes: 1, smallDisk: true },
  { database: 'behind a proxy', processes: 2 },
];
const LONGEST_ROUND_MS = 150_000;

const { options } = readCommandLine({
  name: 'npm run chaos',
  purpose: `Breaks a panel of its own in every way that machines and networks know, and counts what comes of it.

Starts the panel in a temporary folder, with clients that order, recharge, give and read, and that retry with the same
request id until they are answered. Meanwhile it kills, suspends and cuts off one part after the other. Exits with 1 where
anything acknowledged was lost or doubled, an account does not add up, a process died by itself, a request stayed without an
answer for 10 s, a wrong answer was given during an outage or any error after it, or the panel took 10 s to come back.`,
  options: {
    seconds: { takes: 'N', default: 60, means: 'how long, in two rounds or more' },
    minutes: { takes: 'N', means: 'the same in minutes' },
    seed: { takes: 'N', means: 'decides which faults happen when (default: chosen and printed)' },
    fault: { takes: 'TEXT', repeats: true, means: 'only faults with this text in their name; as often as you like' },
  },
  example: 'npm run chaos -- --minutes 10 --seed 7',
});
const { seconds, minutes = seconds / 60, seed = randomInt(2 ** 31), fault } = options;

await main(minutes * 60_000);

async function main(forMs: number): Promise<void> {
  if (process.platform !== 'linux')
    throw new Error('npm run chaos looks for processes in /proc, which only Linux has.');
  await Promise.all([buildClient(), buildServer()]);
  console.log(`Seed ${seed}, ${Math.round(forMs / 1000)} s`);
  const random = createRandom(seed);
  const count = Math.max(2, Math.ceil(forMs / LONGEST_ROUND_MS));
  const rounds: RoundResult[] = [];
  for (let nth = 0; nth < count; nth++) {
    const setUp = SET_UPS[nth % SET_UPS.length] ?? { database: 'its own cluster', processes: 1 };
    console.log(`\nThe panel with ${setUp.processes} of PROCESSES and a database: ${setUp.database}`);
    const say = (line: string) => console.log(`  ${line}`);
    rounds.push(await runRound({ ...setUp, forMs: forMs / count, random, named: fault, say }));
  }
  const { text, failures } = judgeRounds(rounds);
  console.log(`\n${text}`);
  console.log(failures.length === 0 ? '\nNothing was lost, doubled or left broken.' : `\n${failures.join('\n')}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
