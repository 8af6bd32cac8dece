import { parseArgs } from 'node:util';
import { reasonOf } from '../server/process/reason-of.ts';
import { supervise } from '../server/process/supervisor.ts';
import { buildClient, clientDir } from './build-client.ts';

/** `npm start`: builds the client where its sources have changed, then keeps the panel serving. `--no-seed`: an empty catalogue. */
const { values } = parseArgs({ options: { seed: { type: 'boolean', default: true } }, allowNegative: true });

try {
  await buildClient();
  await supervise({ seed: values.seed, clientDir });
} catch (error) {
  console.error(`\nCould not start: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}
