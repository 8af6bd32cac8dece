import { parseArgs } from 'node:util';
import { readLogConfig } from '../server/env.ts';
import { reasonOf } from '../server/process/reason-of.ts';
import { createStartReport } from '../server/process/start-report.ts';
import { supervise } from '../server/process/supervisor.ts';
import { buildClient, clientDir } from './build-client.ts';

/** `npm start`: builds the client where its sources have changed, then keeps the panel serving. `--no-seed`: an empty catalogue. */
const { values } = parseArgs({ options: { seed: { type: 'boolean', default: true } }, allowNegative: true });

const report = createStartReport(readLogConfig());
try {
  await buildClient(report.busy);
  await supervise({ seed: values.seed, clientDir, report });
} catch (error) {
  report.failed(reasonOf(error));
  process.exitCode = 1;
}
