import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildClient } from './build-client.ts';
import { createRandom } from './chaos/random.ts';
import { judgeRounds } from './chaos/report.ts';
import { type RoundResult, runRound, type SetUp } from './chaos/run.ts';

/** `npm run chaos`: breaks a panel of its own in every way that machines and networks know, and counts what comes of it. */
const HELP = `npm run chaos -- [--seconds 60 | --minutes N] [--seed N] [--fault TEXT ...]

Starts the panel in a temporary folder, with clients that order, recharge, give and read, and that retry with the same
request id until they are answered. Meanwhile it kills, suspends and cuts off one part after the other. Exits with 1 where
anything acknowledged was lost or doubled, an account does not add up, a process died by itself, a request stayed without an
answer for 10 s, a wrong answer was given during an outage or any error after it, or the panel took 10 s to come back.

The seed decides which faults happen when; without one it is chosen and printed. --fault, as often as you like, leaves only
the faults that have the text in their name.`;

/** For half of the time each; a long run takes turns, so that no round outlasts an access token. */
const SET_UPS: SetUp[] = [
  { database: 'its own cluster', processes: 2 },
  { database: 'behind a proxy', processes: 1 },
  { database: 'its own cluster', processes: 1 },
  { database: 'behind a proxy', processes: 2 },
];
const LONGEST_ROUND_MS = 150_000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    fault: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else await main(wholeNumber('--seed', values.seed), durationMs());

async function main(seed: number, forMs: number): Promise<void> {
  if (process.platform !== 'linux')
    throw new Error('npm run chaos looks for processes in /proc, which only Linux has.');
  await buildClient();
  console.log(`Seed ${seed}, ${Math.round(forMs / 1000)} s`);
  const random = createRandom(seed);
  const count = Math.max(2, Math.ceil(forMs / LONGEST_ROUND_MS));
  const rounds: RoundResult[] = [];
  for (let nth = 0; nth < count; nth++) {
    const setUp = SET_UPS[nth % SET_UPS.length] ?? { database: 'its own cluster', processes: 1 };
    console.log(`\nThe panel with ${setUp.processes} of PROCESSES and a database: ${setUp.database}`);
    const say = (line: string) => console.log(`  ${line}`);
    rounds.push(await runRound({ ...setUp, forMs: forMs / count, random, named: values.fault, say }));
  }
  const { text, failures } = judgeRounds(rounds);
  console.log(`\n${text}`);
  console.log(failures.length === 0 ? '\nNothing was lost, doubled or left broken.' : `\n${failures.join('\n')}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function durationMs(): number {
  if (values.minutes !== undefined) return wholeNumber('--minutes', values.minutes) * 60_000;
  return wholeNumber('--seconds', values.seconds) * 1000;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  console.error(`${name} must be a whole number, not "${text}".`);
  process.exit(1);
}
