/** The panel without the client's build: `npm run dev` restarts it after each change, and tests run it. */
import { readLogConfig } from '#server/base/env.ts';
import { reasonOf } from '#server/base/log-error.ts';
import { createStartReport } from '#server/process/start-report.ts';
import { supervise } from '#server/process/supervisor.ts';

const report = createStartReport(readLogConfig());
try {
  await supervise({ seed: true, report });
} catch (error) {
  report.failed(reasonOf(error));
  process.exitCode ??= 1;
}
