import { randomInt } from 'node:crypto';
import { readCommandLine } from '../../scripts/command-line.ts';
import { reportGoals } from '../goals.ts';
import { inLab } from '../lab.ts';
import { describeReport, fuzzGoals } from './report.ts';
import { runFuzz } from './run-fuzz.ts';

const ANSWER_LIMIT_MS = 10_000;

const { options } = readCommandLine({
  name: 'npm run fuzz',
  purpose: `Starts the panel in a process of its own, on a temporary PostgreSQL, and sends it hostile requests: every procedure, route, method
and content type, as nobody, as a customer, as a blocked customer and as an admin.

Exits with 1 where a response is 5xx (503 only from a limit, with Retry-After) or reveals internals, or none comes; where the
panel's process ends, its memory grows, or its event loop is blocked for more than 50 ms; or where the ledger does not prove every
balance afterwards.`,
  options: {
    inputs: { takes: 'N', default: 100_000, means: 'how many' },
    seed: { takes: 'N', means: 'decides the inputs (default: chosen and printed)' },
    only: { takes: 'N', means: 'only the input with this number, as a report names it' },
  },
  example: 'npm run fuzz -- --inputs 10000 --seed 42',
});
const { seed = randomInt(1_000_000), only: first = 0 } = options;
const inputs = options.only === undefined ? options.inputs : 1;

console.log(`Seed ${seed}: ${inputs.toLocaleString('en')} inputs.`);
const startedMs = performance.now();
const onProgress = (sent: number) => {
  if (sent % 10_000 === 0) console.log(`${sent.toLocaleString('en')} sent`);
};
const report = await inLab((lab) => runFuzz(lab, { seed, first, inputs, answerLimitMs: ANSWER_LIMIT_MS, onProgress }));
console.log(`${describeReport(report, seed)}\n${Math.round((performance.now() - startedMs) / 1000)} s`);
reportGoals(fuzzGoals(report));
