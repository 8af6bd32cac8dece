import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calledProcedures } from './direct-call.ts';

/** What is known of a request when it is over. */
export interface RequestFacts {
  method: string;
  /** The pattern it was routed by, such as `/api/v1/service/buy/:id`; undefined where nothing is there. */
  route: string | undefined;
  /** Those of tRPC that it calls; a name that nothing has is `unknown`. */
  procedures: string[];
  status: number;
  milliseconds: number;
  /** It was answered by an event stream, which lasts until somebody ends it. */
  isStream: boolean;
  /** It was refused before its work was begun, as there was too much of it. */
  isShed: boolean;
}

/** What observers need of a request itself. */
export interface ObservedRequest extends Pick<FastifyRequest, 'url' | 'userId'> {
  log: Record<'info' | 'warn', (line: object, sentence: string) => void>;
}

type Observer = (request: ObservedRequest, facts: RequestFacts) => void;

/** The client went away before it had the whole answer. The number is nginx's. */
const CLIENT_GONE_STATUS = 499;
const PROCEDURES = '/trpc/';

/**
 * Makes what tells observers of each request when it is over, answered or not: of all that are over in one turn of the event loop together, as
 * the same code that runs many times in a row takes the processor less. Requests that Fastify answers before any hook
 * runs have to be handed over one by one.
 */
export function observeRequests(observers: Observer[]) {
  let over: [ObservedRequest, RequestFacts][] = [];
  const tell = (request: ObservedRequest, facts: RequestFacts): void => {
    if (over.push([request, facts]) === 1) setImmediate(tellAll);
  };
  const tellAll = (): void => {
    const all = over;
    over = [];
    for (const [request, facts] of all) for (const observer of observers) observer(request, facts);
  };
  const observe = (request: FastifyRequest, reply: FastifyReply): void => {
    const startedMs = performance.now();
    reply.raw.on('close', () => tell(request, factsOf(request, reply, performance.now() - startedMs)));
  };
  return {
    observe,
    /** Before any other hook, so that none can answer unobserved. */
    observeAll(app: FastifyInstance): void {
      app.decorateRequest('userId');
      app.addHook('onRequest', (request, reply, done) => {
        observe(request, reply);
        done();
      });
    },
  };
}

function factsOf(request: FastifyRequest, reply: FastifyReply, milliseconds: number): RequestFacts {
  const isStream = reply.getHeader('content-type') === 'text/event-stream';
  const route = request.is404 ? undefined : request.routeOptions.url;
  return {
    method: request.method,
    route,
    procedures: proceduresOf(request, route),
    status: isStream ? reply.raw.statusCode : statusSentBy(reply.raw),
    milliseconds,
    isStream,
    isShed: request.isShed,
  };
}

/** Of an answer that is over. */
function statusSentBy(response: ServerResponse): number {
  return response.writableFinished ? response.statusCode : CLIENT_GONE_STATUS;
}

/** Some procedures have a route of their own; of the others the path says which. */
function proceduresOf({ params }: FastifyRequest, route = ''): string[] {
  if (!route.startsWith(PROCEDURES)) return [];
  const { path = route.slice(PROCEDURES.length) } = (params ?? {}) as { path?: string };
  return calledProcedures(path);
}
