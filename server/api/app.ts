import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type onRouteHookHandler } from 'fastify';
import { apiSettings } from '../base/cache/api-settings.ts';
import type { Deps } from '../base/deps.ts';
import { readKeys } from '../base/idempotency-key.ts';
import { serveImages } from '../base/images/routes.ts';
import { setPlainMessages } from '../base/input-messages.ts';
import { errorForLog } from '../base/log-error.ts';
import { expositionOf, type Metrics } from '../base/metrics/metrics.ts';
import { forgetServiceCounts } from '../features/services/service-figures.ts';
import { serveExports } from './exports/routes.ts';
import { serveHooks } from './hooks/routes.ts';
import { BODY_LIMIT_BYTES } from './http/body-limit.ts';
import { serveClientFiles } from './http/client-files.ts';
import { closeInOrder } from './http/closing.ts';
import { limitConnections } from './http/connections.ts';
import { allowOrigins } from './http/cors.ts';
import { answerBadAddress, answerErrors } from './http/error-handler.ts';
import { addHeaders, securityHeadersOf } from './http/headers.ts';
import { serveHealth } from './http/health.ts';
import { logKeyCalls } from './http/log-key-calls.ts';
import { serveMetrics } from './http/metrics-route.ts';
import { countRequests, observeRequests } from './http/observe-requests.ts';
import { serveProcedures } from './http/procedures.ts';
import { answerInvalidRequest } from './http/refuse-connection.ts';
import { pathOfTarget, refuseOtherMethods, refuseOtherTargets, refuseSeveralHosts } from './http/refuse-requests.ts';
import { logRequests } from './http/request-log.ts';
import { limitRequestsAtOnce, shedLoad } from './http/shed-load.ts';
import { serveApiDocs } from './rest/docs-page.ts';
import { serveRest } from './rest/routes.ts';
import { serveApiV2 } from './v2/routes.ts';

export interface AppOptions {
  /** Tests run without a logger. */
  logger?: FastifyBaseLogger;
  /** The client's build; without it only the API is served. */
  clientDir?: string;
  /** False sends every procedure call through tRPC's own adapter, for comparison. */
  directCalls?: boolean;
  /** Called for each route as it is added. */
  onRoute?: onRouteHookHandler;
  /** How often connections are checked for stalled ones. */
  connectionsCheckEveryMs?: number;
  /** Where requests and connections are counted. */
  metrics?: Metrics;
  /** The text of `/metrics`; by default only this process. */
  metricsText?: () => Promise<string>;
  /** The delay of the event loop, in milliseconds; measured by default. */
  eventLoopDelayMs?: () => number;
}

/**
 * Builds the app without listening.
 * @param deps opened and closed by the caller
 */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { logger, clientDir, directCalls = true, onRoute, connectionsCheckEveryMs, metrics } = options;
  const metricsText = options.metricsText ?? (metrics && (async () => expositionOf([await metrics.families()])));
  setPlainMessages();
  deps.events.subscribe('services', () => forgetServiceCounts(deps.db));
  deps.events.subscribe('settings', () => apiSettings.forget(deps.db));
  const log = logger?.child({}, { serializers: { err: errorForLog } });
  const headers = securityHeadersOf(deps.config);
  const connections = limitConnections(deps.config, { log, checkEveryMs: connectionsCheckEveryMs, headers });
  metrics?.read({ connections: () => connections.figures(), streams: () => deps.live.figures() });
  const requests = observeRequests([
    logRequests(),
    logKeyCalls(deps.keyCalls),
    ...(metrics ? [countRequests(metrics)] : []),
  ]);
  const app: FastifyInstance = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    bodyLimit: BODY_LIMIT_BYTES,
    frameworkErrors: (_error, request, reply) => {
      requests.observe(request, reply);
      answerBadAddress(request, reply.headers(headers));
    },
    rewriteUrl: pathOfTarget(deps.config.publicUrl),
    clientErrorHandler: answerInvalidRequest(headers),
    routerOptions: { maxParamLength: 5000 },
    // Requests that arrive during shutdown are answered, and then their connection closes.
    return503OnClosing: false,
    serverFactory: (handler) => connections.createServer(handler),
  });
  app.addHook('onClose', async () => connections.stop());
  app.removeContentTypeParser('text/plain');
  if (onRoute) app.addHook('onRoute', onRoute);
  requests.observeAll(app);
  // Immediately: clients reconnect to another process while this one drains.
  app.addHook('preClose', async () => deps.live.stop());
  const closing = closeInOrder(app, { connections, drainMs: deps.config.drainMs });
  addHeaders(app, headers);
  readKeys(app);
  refuseSeveralHosts(app);
  refuseOtherTargets(app);
  limitRequestsAtOnce(app, connections);
  await allowOrigins(app, deps.config);
  const load = await shedLoad(app, deps.config, options);
  metrics?.read({ load });
  refuseOtherMethods(app);
  answerErrors(app);
  await app.register(cookie);
  await app.register(serveProcedures, { deps, directCalls });
  await app.register(serveRest, { deps });
  await app.register(serveApiV2, { deps });
  await app.register(serveHooks, { deps });
  await app.register(serveExports, { deps });
  await app.register(serveImages, { deps });
  await app.register(serveApiDocs, { config: deps.config });
  serveHealth(app, deps.db, closing);
  serveMetrics(app, { token: deps.config.metrics.token, text: metricsText });
  if (clientDir) await serveClientFiles(app, deps, clientDir);
  return app;
}
