import { readCommandLine } from '../scripts/command-line.ts';
import { reaches } from './goals.ts';
import { measureReads } from './reads/measure-reads.ts';
import { tableOf } from './report/table.ts';

const { options } = readCommandLine({
  name: 'npm run bench:reads',
  purpose: `What reading costs over a million orders: a history page beside "select 1", a rare search beside its naive form, the list of
services for whoever has it beside a bare Fastify route, and every list, search and sort. Exits 1 where a gate is missed.`,
  options: {
    orders: { takes: 'N', default: 1_000_000, min: 1_000, max: 20_000_000, means: 'how many orders' },
    customers: { takes: 'N', default: 200_000, min: 40, max: 1_000_000, means: 'how many customers' },
    rounds: { takes: 'N', default: 5, min: 1, means: 'how many rounds, after one to warm up' },
    seconds: { takes: 'N', default: 3, min: 1, means: 'how long each load lasts in a round' },
    data: { takes: 'TEXT', repeats: true, means: 'keep the filled database in this folder, and use it again' },
  },
  example: 'npm run bench:reads -- --orders 100000 --customers 20000',
});
const { data, ...numbers } = options;
const SERVICES = 5_000;

const startedMs = performance.now();
const goals = await measureReads({
  ...numbers,
  services: SERVICES,
  dataDir: data?.at(-1),
  report: (text) =>
    console.log(text.replace(/^(?=\S)/, `${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  `)),
});
console.log(`\n${tableOf(goals)}`);
if (goals.some((goal) => !reaches(goal, goal.gate))) process.exitCode = 1;
