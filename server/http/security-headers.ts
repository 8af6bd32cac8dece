import type { FastifyInstance } from 'fastify';
import type { Config } from '../env.ts';

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * The headers that every answer has: its type is never guessed, and a shop on https is never asked for over http again.
 * Browsers ignore the second one where it does not come over https.
 */
export function securityHeadersOf({ secureCookies }: Pick<Config, 'secureCookies'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(secureCookies && { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}; includeSubDomains` }),
  };
}

/** Sets headers on all answers. Whoever answers early has to be added later. */
export function sendWithAll(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
