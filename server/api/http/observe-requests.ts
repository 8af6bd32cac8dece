import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH } from '#shared/api-path.ts';
import type { Metrics } from '../../base/metrics/metrics.ts';
import { calledProcedures } from './direct-call.ts';

/** A finished request. */
export interface RequestFacts {
  method: string;
  /** Its route's pattern, such as `/api/v1/service/buy/:id`; undefined for an unknown path. */
  route: string | undefined;
  /** The called tRPC procedures; an unknown name is `unknown`. */
  procedures: string[];
  status: number;
  milliseconds: number;
  /** The response was an event stream. */
  isStream: boolean;
  /** It was refused because of overload. */
  isShed: boolean;
}

/** The parts of a request that observers read. */
export interface ObservedRequest extends Pick<FastifyRequest, 'id' | 'url' | 'userId' | 'keyId' | 'callCodes'> {
  log: Record<'info' | 'warn', (line: object, sentence: string) => void>;
}

type Observer = (request: ObservedRequest, facts: RequestFacts) => void;

/** The client disconnected before the complete response. nginx uses this number. */
const CLIENT_GONE_STATUS = 499;
const PROCEDURES = '/trpc/';

/**
 * Calls observers for each finished request, with or without a response. `observe` is for requests that Fastify answers before any hook
 * runs.
 */
export function observeRequests(observers: Observer[]) {
  const observe = (request: FastifyRequest, reply: FastifyReply): void => {
    const startedMs = performance.now();
    reply.raw.on('close', () => {
      const facts = factsOf(request, reply, performance.now() - startedMs);
      for (const observer of observers) observer(request, facts);
    });
  };
  return {
    observe,
    /** Before any other hook, so that each response is observed. */
    observeAll(app: FastifyInstance): void {
      app.decorateRequest('userId');
      app.decorateRequest('keyId');
      app.decorateRequest('callCodes');
      app.addHook('onRequest', (request, reply, done) => {
        observe(request, reply);
        done();
      });
    },
  };
}

/**
 * Counts requests by route pattern; the client's page and files are one route, `page`. Streams are counted separately: their duration
 * says nothing about the server's speed.
 */
export function countRequests({ requestEnded }: Metrics): Observer {
  return (_request, { route, isStream, method, status, milliseconds }) => {
    if (isStream) return;
    requestEnded({ method, status, milliseconds, route: route === undefined || API_PATH.test(route) ? route : 'page' });
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

/** For a finished response. */
function statusSentBy(response: ServerResponse): number {
  return response.writableFinished ? response.statusCode : CLIENT_GONE_STATUS;
}

/** Some procedures have a route of their own; the others are in the path. */
function proceduresOf({ params }: FastifyRequest, route = ''): string[] {
  if (!route.startsWith(PROCEDURES)) return [];
  const { path = route.slice(PROCEDURES.length) } = (params ?? {}) as { path?: string };
  return calledProcedures(path);
}
