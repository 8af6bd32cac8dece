import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { TRPCError } from '@trpc/server';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createContext } from './context.ts';
import type { Deps } from './deps.ts';
import { DomainError } from './errors.ts';
import { serveClientFiles } from './http/client-files.ts';
import { answerErrors } from './http/error-handler.ts';
import { serveHealth } from './http/health.ts';
import { type AppRouter, appRouter } from './router.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const BATCH_LIMIT = 10;

export interface AppOptions {
  /** Where the log goes; none in tests. */
  logger?: FastifyBaseLogger;
  /** The client's build, served beside the API where it is given. */
  clientDir?: string;
}

/**
 * Builds the app without listening.
 * @param deps what verbs need; the caller opened it and closes it
 */
export async function buildApp(deps: Deps, { logger, clientDir }: AppOptions = {}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 5000 },
    forceCloseConnections: 'idle',
    // A client that sends its body or its headers too slowly is cut off; the three belong together.
    requestTimeout: 20_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  });
  app.removeContentTypeParser('text/plain');
  answerErrors(app);
  await app.register(cookie);
  await app.register(serveProcedures, { deps });
  serveHealth(app, deps.db);
  if (clientDir) await serveClientFiles(app, deps.config, clientDir);
  return app;
}

async function serveProcedures(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      createContext: ({ req, res }) => createContext(deps, req, res),
      maxBatchSize: BATCH_LIMIT,
      responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
      onError: ({ error, path, req }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          req.log.error({ err: error.cause ?? error, path }, 'unexpected error');
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
  });
}

/** Of a batch with several refusals the longest wait is told. */
function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  const seconds = errors.flatMap(({ cause }) =>
    cause instanceof DomainError ? (cause.details?.retryAfterSeconds ?? []) : [],
  );
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {};
}
