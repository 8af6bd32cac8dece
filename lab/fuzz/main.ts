import { randomInt } from 'node:crypto';
import { readCommandLine } from '../../scripts/command-line.ts';
import { reportGoals } from '../goals.ts';
import { inLab } from '../lab.ts';
import { describeReport, fuzzGoals } from './report.ts';
import { runFuzz } from './run-fuzz.ts';

const ANSWER_LIMIT_MS = 10_000;

const { options } = readCommandLine({
  name: 'npm run fuzz',
  purpose: `Starts a separate panel on a temporary PostgreSQL, and sends it hostile requests: every procedure, route, method and content type,
as a visitor, a customer, a blocked customer and an admin.

Exits with 1 if a response is 5xx (503 is allowed from a limit, with Retry-After), reveals internals, or is missing; if the panel's
process ends, its memory grows, or its event loop is blocked for more than 50 ms; or if the ledger does not prove every balance
afterwards.`,
  options: {
    inputs: { takes: 'N', default: 100_000, means: 'number of inputs' },
    seed: { takes: 'N', means: 'determines the inputs (default: random and printed)' },
    only: { takes: 'N', means: 'only the input with this number from a report' },
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
