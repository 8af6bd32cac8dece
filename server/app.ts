import cookie from '@fastify/cookie';
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createContext } from './context.ts';
import type { Deps } from './deps.ts';
import { type AppRouter, appRouter } from './router.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const BATCH_LIMIT = 10;

/**
 * Builds the app without listening.
 * @param deps what verbs need; the caller opened it and closes it
 * @param options.logger false in tests
 */
export async function buildApp(
  deps: Deps,
  options: { logger?: FastifyBaseLogger | false } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 5000 },
    forceCloseConnections: 'idle',
    requestTimeout: 20_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  });
  app.removeContentTypeParser('text/plain');
  await app.register(cookie);
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      createContext: ({ req, res }) => createContext(deps, req, res),
      maxBatchSize: BATCH_LIMIT,
      onError: ({ error, path, req }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          req.log.error({ err: error.cause ?? error, path }, 'unexpected error');
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
  });
  return app;
}
