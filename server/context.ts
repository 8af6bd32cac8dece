import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { isAllowedOrigin } from './credentials/allowed-origin.ts';
import { deviceCookie } from './credentials/device-cookie.ts';
import { refreshCookie } from './credentials/refresh-cookie.ts';
import type { Deps } from './deps.ts';
import { type Authenticated, authenticate } from './identity/authenticate.ts';
import type { Client } from './identity/client.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is known; the log has it. */
    userId: number | undefined;
  }
}

/** What a procedure is told of a request; everything costly is done only when it is asked for. */
export interface Context {
  deps: Deps;
  log: FastifyBaseLogger;
  /** Under this id the log has everything about the request. */
  traceId: string;
  client: Client;
  /** Whether the request was made by the panel's own pages or a configured origin, never by a foreign one. */
  isFromAllowedOrigin: () => boolean;
  /** Whether it names no origin at all: no browser's, but a program's. */
  namesNoOrigin: () => boolean;
  /** The Bearer token as it was sent; nothing is known of it yet. */
  accessToken: string | undefined;
  /** Whether the request says who asks, whatever that is worth. */
  hasAuthorization: boolean;
  /** Who asks, read from the database; asked once a request, however many calls are batched in it. */
  authenticate: () => Promise<Authenticated>;
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
    namesNoOrigin: () => !request.headers.origin,
    accessToken,
    hasAuthorization: Boolean(request.headers.authorization),
    authenticate: () => (asked ??= authenticate(deps, accessToken).then(noted)),
    refreshCookie: refreshCookie(deps.config, request, reply),
    rememberDevice(userId) {
      request.userId = userId;
      device.remember(userId);
    },
  };

  /** For the log, which says who asked. */
  function noted(who: Authenticated): Authenticated {
    request.userId = who.actor.id;
    return who;
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
}
