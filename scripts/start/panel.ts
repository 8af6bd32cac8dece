import { readLogConfig } from '../../server/env.ts';
import { reasonOf } from '../../server/log-error.ts';
import { createStartReport } from '../../server/process/start-report.ts';
import { supervise } from '../../server/process/supervisor.ts';
import { buildClient, clientDir } from '../build/client.ts';
import { buildServer, workerFile } from '../build/server.ts';
import { DATABASE_VARIABLES, readCommandLine } from '../command-line.ts';

const { options } = readCommandLine({
  name: 'npm start',
  purpose: `Builds client and server where their sources have changed, starts the built-in database unless DATABASE_URL names another, and serves
the panel until Ctrl-C. What dies meanwhile is started again.`,
  options: { 'no-seed': { means: 'a first start leaves the catalogue empty' } },
  environment: {
    PORT: 'where the panel listens (default: 3000)',
    HOST: 'on which address (default: localhost)',
    PROCESSES: 'how many serve (default: 1)',
    ...DATABASE_VARIABLES,
    '…': 'and all the others that README.md and .env.example list',
  },
  example: 'PORT=3001 npm start -- --no-seed',
});

const report = createStartReport(readLogConfig());
try {
  const built = buildClient(report.busy).then(() => clientDir);
  // Whatever else fails first is told first.
  built.catch(() => undefined);
  await buildServer(report.busy);
  await supervise({ seed: !options['no-seed'], clientDir: built, workerFile, report });
} catch (error) {
  report.failed(reasonOf(error));
  process.exitCode = 1;
}
