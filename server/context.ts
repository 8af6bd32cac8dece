import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import { type Authenticated, authenticate } from './features/auth/authenticate.ts';
import { refreshCookie } from './http/refresh-cookie.ts';

/** What a procedure is told of a request; everything costly is done only when it is asked for. */
export interface Context {
  deps: Deps;
  log: FastifyBaseLogger;
  requestId: string;
  client: { address: string; userAgent: string | null };
  /** Whether the request was made by the panel's own pages or a configured origin, never by a foreign one. */
  fromAllowedOrigin: boolean;
  /** The Bearer token as it was sent; nothing is known of it yet. */
  accessToken: string | undefined;
  /** Who asks, read from the database; asked once a request, however many calls are batched in it. */
  authenticate: () => Promise<Authenticated>;
  refreshCookie: ReturnType<typeof refreshCookie>;
}

/** Builds the context of one HTTP request. */
export function createContext(deps: Deps, request: FastifyRequest, reply: FastifyReply): Context {
  let asked: Promise<Authenticated> | undefined;
  const accessToken = bearerToken(request);
  return {
    deps,
    log: request.log,
    requestId: request.id,
    client: { address: request.ip, userAgent: request.headers['user-agent'] ?? null },
    get fromAllowedOrigin() {
      return isAllowedOrigin(deps, request);
    },
    accessToken,
    authenticate: () => (asked ??= authenticate(deps, accessToken)),
    refreshCookie: refreshCookie(deps.config, request, reply),
  };
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
}

/**
 * A browser always sends `Origin` with a POST, so a cookie is trusted only where it names us; `Sec-Fetch-Site` serves
 * browsers that leave it out. OWASP's cross-site request forgery cheat sheet, "verifying origin with standard headers".
 */
function isAllowedOrigin({ config }: Deps, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (!origin) return request.headers['sec-fetch-site'] === 'same-origin';
  const ownOrigin = `${request.protocol}://${request.host}`;
  return origin === ownOrigin || origin === config.publicUrl || config.corsOrigins.includes(origin);
}
