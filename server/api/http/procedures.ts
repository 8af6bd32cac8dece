import type { TRPCError } from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BATCH_MAX_CALLS } from '#shared/batch.ts';
import type { Context } from '../../base/context.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, refusalIn } from '../../base/errors.ts';
import { hasKey } from '../../base/idempotency-key.ts';
import { codeOfError, type ErrorData, errorShapeOf } from '../../base/trpc.ts';
import { appRouter } from '../router.ts';
import { createContext } from './create-context.ts';
import {
  answerCall,
  type CallAnswer,
  cachedCall,
  type DirectCall,
  directCall,
  longInputProcedures,
  refusalOfCall,
  runCall,
  takesRequestId,
} from './direct-call.ts';
import { refusalBody } from './error-handler.ts';
import { bodyLimitOf, refuseLongBody } from './long-input.ts';
import { sendCached } from './send-cached.ts';
import { callError, httpStatusOf } from './status.ts';
import { createStreamCalls } from './stream-call.ts';

const CONTENT_TYPE = 'application/json';
const VARY = ['trpc-accept', 'accept'];
const METHODS = 'GET, HEAD, POST';

interface ProcedureOptions {
  deps: Deps;
  /** False sends every call through tRPC's own adapter, with the same responses. */
  directCalls: boolean;
}

const KEY_OF_BATCH = 'The header Idempotency-Key is for one call. In a batch send requestId in the input of each';

type PathParams = { Params: { path: string } };

/** Serves the tRPC procedures under `/trpc`. */
export async function serveProcedures(app: FastifyInstance, { deps, directCalls }: ProcedureOptions): Promise<void> {
  const streams = createStreamCalls();
  app.addHook('onClose', async () => streams.stop());
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  // tRPC parses bodies, so that malformed JSON is refused in its own format.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  const keyedProcedure = ({ params }: FastifyRequest) => keyedPath((params as PathParams['Params']).path);
  app.all<PathParams>('/trpc/:path', { config: { allow: METHODS, keyedProcedure } }, (request, reply) =>
    answer(request, reply, request.params.path),
  );
  for (const long of longInputProcedures()) {
    const { path } = long;
    const signedInFirst = async (request: FastifyRequest, reply: FastifyReply) => {
      const refused = await refuseLongBody(deps, request, reply, long);
      if (refused) return sendAnswer(request, reply, { path }, refused);
    };
    const config = { keyedProcedure: () => keyedPath(path) };
    const options = { bodyLimit: bodyLimitOf(long), onRequest: signedInFirst, config };
    app.post(`/trpc/${path}`, options, (request, reply) => answer(request, reply, path));
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply | void> {
    if (isTooLargeBatch(request, path)) {
      const status = httpStatusOf('batch_too_large');
      return reply.code(status).send(refusalBody(request, status, 'batch_too_large'));
    }
    if (path.includes(',') && hasKey(request)) {
      return reply.code(400).send(refusalBody(request, 400, 'bad_input', KEY_OF_BATCH));
    }
    const call = directCalls ? directCall(request, path) : undefined;
    const context = createContext(deps, request, reply);
    if (context.isByKey) await context.countKeyCalls(call ? 1 : path.split(',').length);
    if (!call) return answerByAdapter(context, request, reply, path);
    context.nameRequest = (requestId) => void (request.requestId = requestId);
    if (call.type === 'subscription') {
      app.leaveWork(request);
      return streams.send(reply, {
        subscribe: (signal) => runCall(call, context, signal),
        shapeOf: (error) => errorShapeOf(error, { path, ctx: context }),
        onError: (error) => logUnexpected(error, path, request),
      });
    }
    const cached = cachedCall(call, context);
    if (!cached) {
      const answered = await answerCall(call, context);
      return answered ? sendAnswer(request, reply, call, answered) : answerByAdapter(context, request, reply, path);
    }
    try {
      const response = await cached;
      context.takeKeyCall();
      return await sendCached(request, reply, response, { contentType: CONTENT_TYPE, vary: VARY });
    } catch (cause) {
      const refusal = refusalIn(cause);
      return sendAnswer(request, reply, call, refusalOfCall(call, context, refusal ? callError(refusal) : cause));
    }
  }
}

const keyedPath = (path: string): string | undefined => (takesRequestId(path) ? path : undefined);

/** Checked before the adapter, which has no error code for it. */
function isTooLargeBatch({ query }: FastifyRequest, path: string): boolean {
  return 'batch' in (query as object) && path.split(',').length > BATCH_MAX_CALLS;
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { path }: Pick<DirectCall, 'path'>,
  { status, body, errors }: CallAnswer,
): FastifyReply {
  for (const error of errors) logUnexpected(error, path, request);
  if (errors.length > 0) request.callCodes = errors.map(codeOfError);
  reply.code(status).headers({ 'content-type': CONTENT_TYPE, vary: VARY.join(', '), ...retryAfter(errors) });
  return reply.serializer(asItIs).send(body);
}

/** Without a serializer Fastify adds a charset to the type, unlike the adapter. */
const asItIs = (body: string): string => body;

function answerByAdapter(context: Context, request: FastifyRequest, reply: FastifyReply, path: string): Promise<void> {
  return fastifyRequestHandler<typeof appRouter, FastifyRequest, FastifyReply>({
    req: request,
    res: reply,
    path,
    router: appRouter,
    createContext: () => context,
    responseMeta({ data, errors }) {
      request.callCodes = data.map((each) => ('error' in each ? (each.error.data as ErrorData).domainCode : null));
      return { headers: { ...retryAfter(errors), ...allow(errors, request.method) } };
    },
    onError: ({ error, path: called, req }) => logUnexpected(error, called, req),
  });
}

function logUnexpected(error: TRPCError, path: string | undefined, request: FastifyRequest): void {
  if (error.code !== 'INTERNAL_SERVER_ERROR') return;
  request.log.error({ err: error.cause ?? error, path }, 'unexpected error');
}

/** The methods of a procedure that was called by another one. */
function allow(errors: readonly TRPCError[], method: string): Record<string, string> {
  if (!errors.some(({ code }) => code === 'METHOD_NOT_SUPPORTED')) return {};
  if (method === 'POST') return { allow: 'GET, HEAD' };
  return { allow: method === 'GET' || method === 'HEAD' ? 'POST' : METHODS };
}

/** The longest wait of a batch. */
function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  if (errors.length === 0) return {};
  const seconds = errors.flatMap(({ cause }) =>
    cause instanceof DomainError ? (cause.details?.retryAfterSeconds ?? []) : [],
  );
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {};
}
