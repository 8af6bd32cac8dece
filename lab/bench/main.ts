import { readCommandLine } from '../../scripts/command-line.ts';
import { type Goal, reportGoals } from '../goals.ts';
import { inLab } from '../lab.ts';
import { machine } from '../machine.ts';
import { tableOf } from '../table.ts';
import { kill } from './passes/kill.ts';
import { logins } from './passes/logins.ts';
import { memory } from './passes/memory.ts';
import { orders } from './passes/orders.ts';
import { restart } from './passes/restart.ts';
import { texts } from './passes/texts.ts';
import { save } from './results.ts';
import { runShort } from './short.ts';

const passes = [orders, logins, restart, kill, memory, texts];

const { options } = readCommandLine({
  name: 'npm run bench',
  purpose: `Compares the panel with PostgreSQL alone and a naive implementation, alternating in every round, on a separate
PostgreSQL that waits for the disk. Only figures of the same round are compared, because the machine's speed may change. All balances
are proved after each load. Prints the table of goals; exits with 1 if a balance is wrong or a gate is missed.

${tableOf(passes.map(({ name, means }) => [`  ${name}`, means]))}`,
  options: {
    pass: { takes: 'TEXT', repeats: true, means: 'only this pass; may be repeated (default: all)' },
    short: {
      means: 'half a minute, before a release: fails only if a balance is wrong or a ratio is below half its gate',
    },
    save: { means: 'saves the figures in docs/performance.json, with the table' },
    rounds: { takes: 'N', default: 5, min: 1, means: 'rounds after a warm-up' },
    seconds: { takes: 'N', default: 3, min: 1, means: 'length of a turn' },
    connections: { takes: 'N', default: 64, min: 1, max: 250, means: 'requests in flight' },
    orders: { takes: 'N', default: 1_000_000, min: 1, means: 'orders in the pass memory' },
    repeats: { takes: 'N', default: 2, max: 2, means: 'repetitions of a round disturbed by other programs' },
  },
  example: 'npm run bench -- --pass orders --rounds 3 --repeats 0',
});

console.log(machine());
await (options.short ? short() : full());

async function short(): Promise<void> {
  const { goals, failures } = await runShort();
  console.log('\nBy processor time of an order:');
  reportGoals(goals);
  if (failures.length > 0) console.error(failures.join('\n'));
  process.exitCode = failures.length > 0 ? 1 : 0;
}

async function full(): Promise<void> {
  const { pass: names = passes.map(({ name }) => name), ...effort } = options;
  const unknown = names.find((name) => !passes.some((pass) => pass.name === name));
  if (unknown) throw new Error(`There is no pass ${unknown}`);
  const goals: Goal[] = [];
  const figures: Record<string, Record<string, unknown>> = {};
  for (const { name, run } of passes.filter((pass) => names.includes(pass.name))) {
    console.log(`\n== ${name}`);
    try {
      const result = await inLab((lab) => run(lab, effort));
      goals.push(...result.goals);
      figures[name] = result.figures;
    } catch (error) {
      // The other passes still run.
      console.error(error);
      process.exitCode = 1;
    }
  }
  reportGoals(goals);
  console.log(`\n${machine()}`);
  if (options.save) save({ on: new Date().toISOString().slice(0, 10), machine: machine(), goals, figures });
}
