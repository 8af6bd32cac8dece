import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { isAllowedOrigin } from './credentials/allowed-origin.ts';
import { deviceCookie } from './credentials/device-cookie.ts';
import { refreshCookie } from './credentials/refresh-cookie.ts';
import type { Deps } from './deps.ts';
import { DomainError } from './errors.ts';
import { type Authenticated, authenticate } from './identity/authenticate.ts';
import type { Client } from './identity/client.ts';
import { authenticateKey } from './identity/keys/authenticate-key.ts';
import { countKeyCalls, type KeyBudget } from './identity/keys/key-budget.ts';
import { KEY_PREFIX } from './identity/keys/key-secret.ts';
import { rateHeaders } from './limits/key-rate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known; the request log includes it. */
    userId: number | undefined;
    /** Set once a caller with an API key is known; the request log includes it. */
    keyId: number | undefined;
  }
}

/** A request, as procedures see it. Expensive parts run on first use. */
export interface Context {
  deps: Deps;
  log: FastifyBaseLogger;
  /** The request's id in the log. */
  traceId: string;
  /** By the header `Idempotency-Key`, if the called procedure takes one. */
  requestId: string | undefined;
  /** Makes one for a call without one that records its operation under it. */
  makeRequestId: () => string;
  /** Tells the request id of its only call, for an answer before the call has ended. */
  nameRequest: (requestId: string) => void;
  client: Client;
  /** Whether it comes from the panel's pages or a configured origin. */
  isFromAllowedOrigin: () => boolean;
  /** Whether it has no `Origin` header, like requests of API clients. */
  hasNoOrigin: () => boolean;
  /** The unverified Bearer token. */
  accessToken: string | undefined;
  /** Whether it has an `Authorization` header, valid or not. */
  hasAuthorization: boolean;
  /** Whether the token is an API key, valid or not. */
  isByKey: boolean;
  /**
   * Counts the calls of a request by a valid API key and sets the `RateLimit` headers, before any of them runs. Does nothing for others.
   */
  countKeyCalls: (calls: number) => Promise<void>;
  /**
   * Takes one of the counted calls.
   * @throws DomainError `too_many_requests` above the key's limit
   */
  takeKeyCall: () => void;
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
  let budget: KeyBudget | undefined;
  const accessToken = bearerToken(request);
  const isByKey = accessToken?.startsWith(KEY_PREFIX) ?? false;
  const device = deviceCookie(deps, request, reply);
  return {
    deps,
    log: request.log,
    traceId: request.id,
    requestId: request.requestId,
    makeRequestId: uuidv7,
    nameRequest() {},
    client: {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      device: device.read,
    },
    isFromAllowedOrigin: () => isAllowedOrigin(deps.config, request),
    hasNoOrigin: () => !request.headers.origin,
    accessToken,
    hasAuthorization: Boolean(request.headers.authorization),
    isByKey,
    async countKeyCalls(calls) {
      if (!isByKey) return;
      // An invalid key is refused by the procedure, unless it is public.
      const who = await authenticateToEnroll().catch(() => undefined);
      if (!who?.key) return;
      budget = await countKeyCalls(deps, who.key.id, calls);
      if (budget.rate) reply.headers(rateHeaders(budget.rate));
    },
    takeKeyCall: () => budget?.take(),
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
    return (asked ??= identify().then(noted));
  }

  function identify(): Promise<Authenticated> {
    if (accessToken && isByKey) return authenticateKey(deps, accessToken, request.ip);
    return authenticate(deps, accessToken);
  }

  function noted(who: Authenticated): Authenticated {
    request.userId = who.actor.id;
    request.keyId = who.key?.id;
    return who;
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
}
