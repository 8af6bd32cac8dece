import { readLogConfig } from '#server/base/env.ts';
import { reasonOf } from '#server/base/log-error.ts';
import { createStartReport } from '#server/process/start-report.ts';
import { supervise } from '#server/process/supervisor.ts';
import { buildClient, clientDir } from '../build/client.ts';
import { buildServer, programs } from '../build/server.ts';
import { DATABASE_VARIABLES, readCommandLine } from '../command-line.ts';

const { options } = readCommandLine({
  name: 'npm start',
  purpose: `Builds client and server if their sources have changed, starts the built-in database unless DATABASE_URL is set, and serves
the panel until Ctrl-C. Restarts failed processes.`,
  options: { 'no-seed': { means: 'start a new shop without services' } },
  environment: {
    PORT: 'the port (default: 3000)',
    HOST: 'the address to listen on (default: localhost)',
    PROCESSES: 'the number of serving processes (default: 1)',
    ...DATABASE_VARIABLES,
    '…': 'see docs/configuration.md and .env.example for all others',
  },
  example: 'PORT=3001 npm start -- --no-seed',
});

const report = createStartReport(readLogConfig());
try {
  const built = buildClient(report.busy).then(() => clientDir);
  // Another failure may come first, and is then reported.
  built.catch(() => undefined);
  await buildServer(report.busy);
  await supervise({ seed: !options['no-seed'], clientDir: built, programs, report });
} catch (error) {
  report.failed(reasonOf(error));
  process.exitCode ??= 1;
}
