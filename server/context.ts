import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { isAllowedOrigin } from './credentials/allowed-origin.ts';
import { deviceCookie } from './credentials/device-cookie.ts';
import { refreshCookie } from './credentials/refresh-cookie.ts';
import type { Deps } from './deps.ts';
import { DomainError } from './errors.ts';
import { type Authenticated, authenticate } from './identity/authenticate.ts';
import type { Client } from './identity/client.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known; the request log includes it. */
    userId: number | undefined;
  }
}

/** A request, as procedures see it. Expensive parts run on first use. */
export interface Context {
  deps: Deps;
  log: FastifyBaseLogger;
  /** The request's id in the log. */
  traceId: string;
  client: Client;
  /** Whether it comes from the panel's pages or a configured origin. */
  isFromAllowedOrigin: () => boolean;
  /** Whether it has no `Origin` header, like requests of API clients. */
  hasNoOrigin: () => boolean;
  /** The unverified Bearer token. */
  accessToken: string | undefined;
  /** Whether it has an `Authorization` header, valid or not. */
  hasAuthorization: boolean;
  /**
   * The caller, read from the database once per request, also for a batch of calls.
   * @throws DomainError `second_factor_missing` for an admin who can only enrol, and the errors of {@link authenticate}
   */
  authenticate: () => Promise<Authenticated>;
  /** As `authenticate`, also for an admin who can only enrol a second factor. */
  authenticateToEnroll: () => Promise<Authenticated>;
  refreshCookie: ReturnType<typeof refreshCookie>;
  rememberDevice: (userId: number) => void;
}

/** Builds the context of one HTTP request. */
export function createContext(deps: Deps, request: FastifyRequest, reply: FastifyReply): Context {
  let asked: Promise<Authenticated> | undefined;
  const accessToken = bearerToken(request);
  const device = deviceCookie(deps, request, reply);
  return {
    deps,
    log: request.log,
    traceId: request.id,
    client: {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      device: device.read,
    },
    isFromAllowedOrigin: () => isAllowedOrigin(deps.config, request),
    hasNoOrigin: () => !request.headers.origin,
    accessToken,
    hasAuthorization: Boolean(request.headers.authorization),
    async authenticate() {
      const who = await authenticateToEnroll();
      if (who.mustEnroll) throw new DomainError('second_factor_missing');
      return who;
    },
    authenticateToEnroll,
    refreshCookie: refreshCookie(deps.config, request, reply),
    rememberDevice(userId) {
      request.userId = userId;
      device.remember(userId);
    },
  };

  function authenticateToEnroll(): Promise<Authenticated> {
    return (asked ??= authenticate(deps, accessToken).then(noted));
  }

  function noted(who: Authenticated): Authenticated {
    request.userId = who.actor.id;
    return who;
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
}
