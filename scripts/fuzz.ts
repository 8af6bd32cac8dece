import { randomInt } from 'node:crypto';
import { migrate } from '../db/migrate.ts';
import { startTemporaryPostgres } from '../db/testing/temporary-postgres.ts';
import { readCommandLine } from './command-line.ts';
import { describeReport, isSound } from './fuzz/describe-report.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';

const ANSWER_LIMIT_MS = 10_000;

const { options } = readCommandLine({
  name: 'npm run fuzz',
  purpose: `Starts the panel in a process of its own, on a PostgreSQL of its own that is gone afterwards, and sends it hostile requests:
every procedure, route, method and content type, as nobody, as a customer, as a blocked one and as an admin.

It ends with 1 where a request is answered with 5xx (503 only from a limit, with Retry-After), or not at all, or with
something of the inside; where the panel's process ends, its memory grows, or its event loop stands still for more than
50 ms; or where the ledger does not prove every balance afterwards.`,
  options: {
    inputs: { takes: 'N', default: 100_000, means: 'how many' },
    seed: { takes: 'N', means: 'which ones; the same seed gives the same ones (default: chosen and printed)' },
    only: { takes: 'N', means: "only the seed's input with this number, as a report names it" },
  },
  example: 'npm run fuzz -- --inputs 10000 --seed 42',
});

await fuzz();

async function fuzz(): Promise<void> {
  const { seed = randomInt(1_000_000), only: first = 0 } = options;
  const inputs = options.only === undefined ? options.inputs : 1;
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
