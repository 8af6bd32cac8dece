import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { EXPOSITION_TYPE } from '../metrics/metrics.ts';
import { refusalBody } from './error-handler.ts';

interface MetricsRouteOptions {
  /** Without one the path is not there: behind a proxy every request looks as if it came from this machine. */
  token: string | undefined;
  /** What Prometheus is to read. */
  text: (() => Promise<string>) | undefined;
}

/** Serves `/metrics` beside the panel, to whoever has the token. */
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

/** In the same time whatever is sent. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
