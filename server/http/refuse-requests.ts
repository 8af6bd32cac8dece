import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { API_PATH } from '../../shared/api-path.ts';
import { refusalBody } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods to name in a refusal, where a route takes all of them to refuse some by itself. */
    allow?: string;
  }
}

/** What some path or other is served by. A known path that does not take one of these is not there by it. */
const USUAL = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Refuses TRACE and every other method that nothing is served by: with 405 and the methods that a known path takes, and as
 * any other request where the path is unknown. Add it before whoever answers unknown paths, and before any route.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const allowedAt = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url, config }) => {
    const allowed = allowedAt.get(url) ?? new Set();
    for (const each of config?.allow?.split(', ') ?? [method].flat()) allowed.add(each);
    allowedAt.set(url, allowed);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (USUAL.has(request.method)) return done();
    // A route that takes every method, as that of the procedures does, also takes addresses of another form than its own.
    const allowed = request.is404
      ? allowedFor(request.url)
      : [...(allowedAt.get(request.routeOptions.url ?? '') ?? [])];
    if (allowed.length === 0) return done();
    const body = refusalBody(request, 405, 'bad_input', 'This method is not allowed here.');
    void reply.code(405).header('allow', allowed.join(', ')).send(body);
  });

  function allowedFor(url: string): string[] {
    const path = url.split('?', 1)[0] ?? '';
    const fitting = [...allowedAt].filter(([pattern]) => fits(pattern, path)).flatMap(([, methods]) => [...methods]);
    return [...new Set(fitting)];
  }
}

/** Whether a path is one that a route's pattern takes; the page takes all that do not belong to programs. */
function fits(pattern: string, path: string): boolean {
  if (pattern === '/*') return !API_PATH.test(path);
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}

/** Whether a request names one host at most. Node keeps the first of several, and a proxy in front may go by the last. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts <= 1;
}

/** Refuses requests with several `Host` headers with 400, as RFC 9112 (3.2) demands. */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasOneHost(request.raw)) return done();
    void reply.code(400).send(refusalBody(request, 400, 'bad_input', 'There must be one Host header, not several.'));
  });
}
