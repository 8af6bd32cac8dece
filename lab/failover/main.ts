import { randomInt } from 'node:crypto';
import { buildClient } from '../../scripts/build/client.ts';
import { buildServer } from '../../scripts/build/server.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { choicesOf } from '../choices.ts';
import { reportGoals } from '../goals.ts';
import { machine } from '../machine.ts';
import { pidsBelow, signalTo } from '../processes.ts';
import { runControl } from './control.ts';
import { reasonAgainst, runInside } from './machines.ts';
import { findPrograms, type Programs } from './programs.ts';
import { judgeControl, judgeFailovers, type Report } from './report.ts';
import { MANAGERS, type Manager, type RoundResult, runRound } from './run.ts';

/** No round outlasts an access token of 15 minutes. */
const LONGEST_ROUND_MS = 600_000;

const { options } = readCommandLine({
  name: 'npm run trial:failover',
  purpose: `Runs two panels behind HAProxy on a primary with a synchronous standby, and causes failovers under load.

Needs Debian's packages postgresql and haproxy. The standby is promoted by the trial's own script, and by pg_auto_failover where
it is installed. Exits with 1 if an acknowledged request was lost or doubled, a balance is wrong, a request failed, a rolling
restart or upgrade delayed a request, or the time without orders was above 10 s (planned: 2 s). Exits with 2 where a package
is missing; with --machines it says so and exits with 0.`,
  options: {
    minutes: { takes: 'N', means: 'duration, divided among the managers (default: each fault once)' },
    seed: { takes: 'N', means: 'determines the faults and their order (default: random and printed)' },
    only: { takes: 'TEXT', repeats: true, means: 'only faults with this text in their name; may be repeated' },
    manager: { takes: 'TEXT', repeats: true, means: 'script, pg_auto_failover or both (default: both)' },
    from: {
      takes: 'TEXT',
      repeats: true,
      means: 'a built checkout of an older version, which the first upgrade replaces',
    },
    machines: {
      means:
        'instead pg_auto_failover on three machines (network namespaces), set up by the commands of docs/failover.md',
    },
    control: {
      means:
        'instead the deliberate mistake: a standby that commits do not wait for; the panel must list all that is lost',
    },
    json: { means: 'print the report as JSON as well' },
  },
  example: 'npm run trial:failover -- --minutes 10 --seed 7',
});
const { minutes, seed = randomInt(2 ** 31), only, manager = ['both'], from, machines, control, json } = options;

// Everything below this process ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const pid of pidsBelow(process.pid)) signalTo(pid, 'SIGKILL');
    process.exit(1);
  });

if (machines) {
  const reason = reasonAgainst(findPrograms());
  if (reason) {
    console.log(`Skipped: ${reason}`);
    process.exit(0);
  }
  const code = await runInside();
  if (code !== undefined) process.exit(code);
}
const programs = programsOrExit();
const wanted = manager.includes('both') ? [...MANAGERS] : MANAGERS.filter((each) => manager.includes(each));
if (wanted.length === 0) {
  console.error(`--manager is ${MANAGERS.join(', ')} or both`);
  process.exit(2);
}
const isThere = (each: Manager) => each === 'script' || programs.pgAutoctl !== undefined;
const managers: Manager[] = machines ? ['machines'] : wanted.filter(isThere);
for (const each of machines ? [] : wanted.filter((one) => !isThere(one)))
  console.log(`${each} is left out: it needs Debian's packages pg-auto-failover-cli and postgresql-15-auto-failover.`);
if (managers.length === 0) process.exit(2);

await Promise.all([buildClient(), buildServer()]);
console.log(`Seed ${seed}${minutes === undefined ? '' : `, ${minutes} minutes`}; ${machine()}`);
if (control) conclude(judgeControl(await runControl(programs)), 'The panel noticed what was lost.');
else await runAll();

async function runAll(): Promise<void> {
  const choices = choicesOf(seed);
  const shareMs = minutes === undefined ? undefined : (minutes * 60_000) / managers.length;
  const rounds: RoundResult[] = [];
  for (const each of managers) {
    const count = Math.ceil((shareMs ?? 1) / LONGEST_ROUND_MS);
    for (let nth = 0; nth < count; nth++) {
      console.log(`\nPromoted by: ${each}`);
      const forMs = shareMs === undefined ? undefined : shareMs / count;
      const say = (line: string) => console.log(`  ${line}`);
      rounds.push(await runRound({ manager: each, programs, forMs, named: only, choices, from: from?.at(-1), say }));
    }
  }
  const report = judgeFailovers(rounds);
  if (json) console.log(`\n${JSON.stringify({ seed, machine: machine(), rounds, goals: report.goals }, null, 2)}`);
  conclude(report, 'Nothing was lost, doubled or left broken.');
}

function conclude({ text, goals, failures }: Report, good: string): void {
  console.log(`\n${text}`);
  reportGoals(goals);
  console.log(failures.length === 0 ? `\n${good}` : `\n${failures.join('\n')}`);
}

function programsOrExit(): Programs {
  const found = findPrograms();
  if (typeof found !== 'string') return found;
  console.error(found);
  process.exit(2);
}
