import { parseArgs } from 'node:util';
import { pgErrorOf } from '../db/errors.ts';
import { serve } from '../server/process/main.ts';
import { buildClient, clientDir } from './build-client.ts';

/** `npm start`: builds the client where its sources have changed, then serves. `--no-seed`: an empty catalogue. */
const { values } = parseArgs({ options: { seed: { type: 'boolean', default: true } }, allowNegative: true });

try {
  await buildClient();
  await serve({ seed: values.seed, clientDir });
} catch (error) {
  console.error(`\nCould not start: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}

/** The database's own words where it refused something; what wraps them only repeats the statement. */
function reasonOf(error: unknown): string {
  return pgErrorOf(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
