import { buildApp } from '../../server/app.ts';
import { createContext } from '../../server/context.ts';
import { createMetrics } from '../../server/metrics/metrics.ts';
import { createLog, logFile } from '../../server/process/log.ts';
import { benchDeps } from '../contenders/bench-deps.ts';

/**
 * The panel's own app with the log and the metrics that it ships with; the log is a file that nobody reads. Beside its own routes
 * it answers `select 1`, to whoever is signed in as to everything else.
 */
const { DATABASE_URL = '', LOG_FILE = '/dev/null' } = process.env;
const metrics = createMetrics(0);
const deps = { ...benchDeps(DATABASE_URL), onCallEnded: metrics.onCallEnded };
const logger = createLog({ logLevel: 'info', production: true }, logFile(LOG_FILE));
const app = await buildApp(deps, { logger, metrics });
app.get('/select-1', async (request, reply) => {
  await createContext(deps, request, reply).authenticate();
  return deps.db.$client`select 1 as one`;
});
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
