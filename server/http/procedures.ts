import type { TRPCError } from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { appRouter } from '../router.ts';
import { answerCall, directCall } from './direct-call.ts';

const BATCH_LIMIT = 10;

interface ProcedureOptions {
  deps: Deps;
  /** False sends every call through tRPC's own adapter; the answers are the same. */
  directCalls: boolean;
}

type PathParams = { Params: { path: string } };

/** Serves the typed procedures under `/trpc`. */
export async function serveProcedures(app: FastifyInstance, { deps, directCalls }: ProcedureOptions): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  // tRPC reads bodies itself, so that malformed JSON is told in its own shape.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.all<PathParams>('/trpc/:path', async (request, reply) => {
    const call = directCalls ? directCall(request, request.params.path) : undefined;
    if (!call) return answerByAdapter(deps, request, reply, request.params.path);
    const context = createContext(deps, request, reply);
    const { status, body, errors } = await answerCall(call, context);
    for (const error of errors) logUnexpected(error, call.path, request);
    reply
      .code(status)
      .headers({ 'content-type': 'application/json', vary: 'trpc-accept, accept', ...retryAfter(errors) });
    // As bytes: to text Fastify would add a charset, which the adapter does not.
    return reply.send(Buffer.from(body));
  });
}

function answerByAdapter(deps: Deps, request: FastifyRequest, reply: FastifyReply, path: string): Promise<void> {
  return fastifyRequestHandler<typeof appRouter, FastifyRequest, FastifyReply>({
    req: request,
    res: reply,
    path,
    router: appRouter,
    createContext: ({ req, res }) => createContext(deps, req, res),
    maxBatchSize: BATCH_LIMIT,
    responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
    onError: ({ error, path: called, req }) => logUnexpected(error, called, req),
  });
}

function logUnexpected(error: TRPCError, path: string | undefined, request: FastifyRequest): void {
  if (error.code !== 'INTERNAL_SERVER_ERROR') return;
  request.log.error({ err: error.cause ?? error, path }, 'unexpected error');
}

/** Of a batch with several refusals the longest wait is told. */
function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  const seconds = errors.flatMap(({ cause }) =>
    cause instanceof DomainError ? (cause.details?.retryAfterSeconds ?? []) : [],
  );
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {};
}
