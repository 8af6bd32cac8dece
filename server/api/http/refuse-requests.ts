import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PATH } from '#shared/api-path.ts';
import { refusalBody } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route of all methods: those that it accepts. */
    allow?: string;
  }
}

/** Methods that routes use. For these, a page's path without the method returns 404: it may be any address. */
const USUAL = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Refuses methods without a route: with 405 and the allowed methods for a known path, and like any other request for an unknown one. Add it before the hook for unknown paths, and before any route.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const allowedAt = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url, config }) => {
    const allowed = allowedAt.get(url) ?? new Set();
    for (const each of config?.allow?.split(', ') ?? [method].flat()) allowed.add(each);
    allowedAt.set(url, allowed);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const allowed = request.is404 ? allowedFor(request) : (request.routeOptions.config.allow?.split(', ') ?? []);
    if (allowed.length === 0 || allowed.includes(request.method)) return done();
    const body = refusalBody(request, 405, 'bad_input', 'This method is not allowed here.');
    void reply.code(405).header('allow', allowed.join(', ')).send(body);
  });

  function allowedFor({ url, method }: Pick<FastifyRequest, 'url' | 'method'>): string[] {
    const path = url.split('?', 1)[0] ?? '';
    const mayBePage = !USUAL.has(method);
    const fitting = [...allowedAt]
      .filter(([pattern]) => (mayBePage || pattern !== '/*') && fits(pattern, path))
      .flatMap(([, methods]) => [...methods]);
    return [...new Set(fitting)];
  }
}

/** Whether a path matches a route's pattern; the page matches all paths outside the APIs. */
function fits(pattern: string, path: string): boolean {
  if (pattern === '/*') return !API_PATH.test(path);
  const [parts, actual] = [pattern.split('/'), path.split('/')];
  return (
    parts.length === actual.length &&
    parts.every((part, index) => (part.startsWith(':') ? actual[index] !== '' : part === actual[index]))
  );
}

/** Whether a request has at most one Host. Node uses the first of several, and a proxy in front may use the last. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts <= 1;
}

/**
 * Reads a target with the panel's own host, which clients of a proxy send, as its path (RFC 9112, 3.2.2).
 * @param publicUrl the panel's address
 */
export function pathOfTarget(publicUrl: string): (request: { url?: string }) => string {
  const { host } = new URL(publicUrl);
  return ({ url = '/' }) => {
    const target = url.startsWith('/') ? null : URL.parse(url);
    return target?.host === host ? target.pathname + target.search : url;
  };
}

/** Refuses requests for another server, and `*`: what is left of targets without a path. Add it before any route. */
export function refuseOtherTargets(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/')) return done();
    void reply.code(421).send(refusalBody(request, 421, 'bad_input', 'This address is not served here.'));
  });
}

/** Refuses requests with several `Host` headers with 400, as RFC 9112 (3.2) requires. */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasOneHost(request.raw)) return done();
    void reply.code(400).send(refusalBody(request, 400, 'bad_input', 'There must be one Host header, not several.'));
  });
}
