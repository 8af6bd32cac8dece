/**
 * The panel as `npm start` runs it, without the client's build: what tests stop, kill and crowd.
 * Usage: node supervise.ts, configured by its environment.
 */
import { readLogConfig } from '../env.ts';
import { reasonOf } from '../log-error.ts';
import { createStartReport } from '../process/start-report.ts';
import { supervise } from '../process/supervisor.ts';

const report = createStartReport(readLogConfig());
try {
  await supervise({ seed: false, report });
} catch (error) {
  report.failed(reasonOf(error));
  process.exitCode = 1;
}
