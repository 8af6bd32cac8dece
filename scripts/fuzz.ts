import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { migrate } from '../db/migrate.ts';
import { startTemporaryPostgres } from '../db/testing/temporary-postgres.ts';
import { describeReport, isSound } from './fuzz/describe-report.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';

const HELP = `npm run fuzz -- [--inputs N] [--seed S] [--only N]

Starts the panel in a process of its own, on a PostgreSQL of its own that is gone afterwards, and sends it hostile requests:
every procedure, route, method and content type, as nobody, as a customer, as a blocked one and as an admin.

  --inputs N   how many, 100,000 by default
  --seed S     which ones; the same seed gives the same ones, by default another one each time
  --only N     only the seed's input with this number, as a report names it

It ends with 1 where a request is answered with 5xx (503 only from a limit, with Retry-After), or not at all, or with
something of the inside; where the panel's process ends, its memory grows, or its event loop stands still for more than
50 ms; or where the ledger does not prove every balance afterwards.`;

const ANSWER_LIMIT_MS = 10_000;

const { values: options } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else await fuzz();

async function fuzz(): Promise<void> {
  const seed = wholeNumber('seed', options.seed);
  const inputs = options.only === undefined ? wholeNumber('inputs', options.inputs) : 1;
  const first = options.only === undefined ? 0 : wholeNumber('only', options.only);
  console.log(`Seed ${seed}: ${inputs.toLocaleString('en')} inputs.`);
  const postgres = await startTemporaryPostgres();
  try {
    await migrate(postgres.adminUrl);
    const startedMs = performance.now();
    const onProgress = (sent: number) => {
      if (sent % 10_000 === 0) console.log(`${sent.toLocaleString('en')} sent`);
    };
    const report = await runFuzz({
      databaseUrl: postgres.adminUrl,
      seed,
      first,
      inputs,
      answerLimitMs: ANSWER_LIMIT_MS,
      onProgress,
    });
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.log(`${describeReport(report, seed)}\n${seconds} s`);
    if (!isSound(report)) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} has to be a whole number, not ${JSON.stringify(text)}; --help explains.`);
  process.exit(2);
}
