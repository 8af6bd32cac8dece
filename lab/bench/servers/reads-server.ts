import { buildApp } from '#server/api/app.ts';
import { createContext } from '#server/api/http/create-context.ts';
import { createMetrics } from '#server/base/metrics/metrics.ts';
import { createLog, logFile } from '#server/process/log.ts';
import { serverDeps } from '../../server-deps.ts';

/** The panel's app with log and metrics on, and a route that runs `select 1` for a signed-in caller. */
const metrics = createMetrics(0);
const deps = { ...serverDeps(console).deps, onCallEnded: metrics.onCallEnded };
const logger = createLog({ logLevel: 'info', production: true }, logFile('/dev/null'));
const app = await buildApp(deps, { logger, metrics });
app.get('/select-1', async (request, reply) => {
  await createContext(deps, request, reply).authenticate();
  return deps.db.$client`select 1 as one`;
});
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
