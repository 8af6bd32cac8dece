import { readCommandLine } from '../scripts/command-line.ts';
import { verdictOf } from './goals.ts';
import { openLab } from './lab/lab.ts';
import { machine } from './lab/machine.ts';
import { growth } from './passes/growth.ts';
import { killed } from './passes/killed.ts';
import { latency } from './passes/latency.ts';
import { logins } from './passes/logins.ts';
import { memory } from './passes/memory.ts';
import { orders } from './passes/orders.ts';
import type { PassResult } from './passes/pass.ts';
import { profile } from './passes/profile.ts';
import { reads } from './passes/reads.ts';
import { restart } from './passes/restart.ts';
import { writeAheadLog } from './passes/write-ahead-log.ts';
import { save } from './report/results.ts';
import { tableOf } from './report/table.ts';
import { runShort } from './short.ts';

const passes = [orders, profile, latency, writeAheadLog, logins, restart, killed, growth, memory, reads];

const { options } = readCommandLine({
  name: 'npm run bench',
  purpose: `Measures the panel beside PostgreSQL alone, a naive form and a bare Fastify, each in every round in turn, in a PostgreSQL of its own
that waits for the disk. Only ratios within a round are compared, so that a machine whose speed drifts does not decide. After each
load money is proved. Prints the table of goals in the end; exits with 1 where money is wrong or a gate is missed.

${passes.map(({ name, means }) => `  ${name.padEnd(8)} ${means}`).join('\n')}`,
  options: {
    pass: { takes: 'TEXT', repeats: true, means: 'only that one; as often as you like (default: all)' },
    short: { means: 'half a minute for CI: fails only where money is wrong or a ratio is under half its gate' },
    save: { means: 'keeps the figures in docs/performance.json, with the table and the plot made of them' },
    rounds: { takes: 'N', default: 5, min: 1, means: 'how many rounds, after a warm-up' },
    seconds: { takes: 'N', default: 3, min: 1, means: 'how long each runs in a round' },
    connections: { takes: 'N', default: 64, min: 1, max: 250, means: 'how many requests are under way at once' },
    orders: { takes: 'N', default: 1_000_000, min: 1, means: 'how many are placed in the pass memory' },
    rows: { takes: 'N', default: 5_000_000, min: 100_000, means: 'how many orders the large table of growth has' },
    repeats: { takes: 'N', default: 2, max: 2, means: 'how often a round is repeated that other programs disturbed' },
  },
  example: 'npm run bench -- --pass orders --rounds 3 --repeats 0',
});

console.log(machine());
await (options.short ? short() : full());

async function short(): Promise<void> {
  const { goals, failures } = await runShort();
  console.log(`\nBy processor time of an order:\n${tableOf(goals)}`);
  if (failures.length === 0) return;
  console.error(failures.join('\n'));
  process.exitCode = 1;
}

async function full(): Promise<void> {
  const results = await runPasses();
  const goals = Object.values(results).flatMap((result) => result.goals);
  console.log(`\n${tableOf(goals)}\n\n${machine()}`);
  if (goals.some((goal) => verdictOf(goal) === 'MISSED')) process.exitCode = 1;
  if (!options.save) return;
  const figures = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, result.figures]));
  save({ on: new Date().toISOString().slice(0, 10), machine: machine(), goals, figures });
}

async function runPasses(): Promise<Record<string, PassResult>> {
  const unknown = options.pass?.find((name) => !passes.some((pass) => pass.name === name));
  if (unknown) throw new Error(`There is no pass ${unknown}`);
  const results: Record<string, PassResult> = {};
  const lab = await openLab();
  try {
    for (const { name, run } of passes.filter((pass) => options.pass?.includes(pass.name) ?? true)) {
      console.log(`\n== ${name}`);
      try {
        results[name] = await run(lab, options);
      } catch (error) {
        // What stands alone is measured all the same.
        console.error(error);
        process.exitCode = 1;
      }
    }
  } finally {
    await lab.close();
  }
  return results;
}
