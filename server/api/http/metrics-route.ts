import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { EXPOSITION_TYPE } from '../../base/metrics/metrics.ts';
import { refusalBody } from './error-handler.ts';

interface MetricsRouteOptions {
  /** Without a token the path is not served: behind a proxy every request seems to come from this machine. */
  token: string | undefined;
  text: (() => Promise<string>) | undefined;
}

/** Serves `/metrics` on the panel's port, with the token. */
export function serveMetrics(app: FastifyInstance, { token, text }: MetricsRouteOptions): void {
  app.get('/metrics', { config: { isNeverShed: true } }, async (request, reply) => {
    if (!token || !text) return reply.callNotFound();
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      const body = refusalBody(request, 401, 'unauthenticated', 'This needs the token for metrics.');
      return reply.code(401).header('www-authenticate', 'Bearer').send(body);
    }
    return reply.headers({ 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' }).send(await text());
  });
}

/** In constant time. */
function isSame(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
