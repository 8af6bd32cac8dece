import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/env.ts';

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * The headers of every response: its type is never guessed, and browsers access an https shop by https only. Browsers ignore the second
 * one over http.
 */
export function securityHeadersOf({ secureCookies }: Pick<Config, 'secureCookies'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(secureCookies && { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}; includeSubDomains` }),
  };
}

/** The name that proxies and log collectors use. A value sent by the client is ignored. */
export const TRACE_ID_HEADER = 'x-request-id';

/** Sets `headers` and the trace id on every response. Add hooks that respond early after it. */
export function addHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(TRACE_ID_HEADER, request.id);
    done();
  });
}
