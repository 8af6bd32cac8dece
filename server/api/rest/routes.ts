import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { announcesLongBody } from '../http/body-limit.ts';
import { createContext } from '../http/create-context.ts';
import { sendCached } from '../http/send-cached.ts';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { answerRefusals, successBody } from './envelope.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** An admin's response differs from that of others. */
const VARY = ['Authorization'];

interface RestOptions {
  deps: Deps;
}

/** Serves the REST API under `/api/v1`, and `/refresh`: older paths, formats and statuses for the verbs that tRPC calls. */
export async function serveRest(app: FastifyInstance, { deps }: RestOptions): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  acceptEmptyBodies(app);
  answerRefusals(app);
  for (const call of calls) serveCall(app, deps, call);
}

function serveCall(app: FastifyInstance, deps: Deps, call: Call): void {
  app.route({
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { keyedProcedure: () => (call.takesKey ? call.procedure : undefined) },
    ...(call.bodyLimitBytes !== undefined && {
      bodyLimit: call.bodyLimitBytes,
      async onRequest(request, reply) {
        if (announcesLongBody(request)) await call.admit(createContext(deps, request, reply));
      },
    }),
    async handler(request, reply) {
      const { params, query, body } = request;
      const context = createContext(deps, request, reply);
      await context.countKeyCalls(1);
      const { requestId } = request;
      const makeRequestId = () => (request.requestId ??= uuidv7());
      const answer = await call.respond(context, { params, query, body, requestId, makeRequestId });
      if ('cached' in answer) return sendCached(request, reply, answer.cached, { contentType: JSON_TYPE, vary: VARY });
      if ('body' in answer) return reply.header('content-type', JSON_TYPE).send(answer.body);
      return successBody(call.message, answer);
    },
  });
}

/** Fastify's parser also refuses a field named `__proto__`, which no input has. */
function notJson(): DomainError {
  return new DomainError('bad_input', { message: 'The body must be JSON, and without a field named __proto__' });
}

/** Some clients send a content type without a body, which Fastify's own parser refuses. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, (error, parsed) => done(error && notJson(), parsed));
  });
}
