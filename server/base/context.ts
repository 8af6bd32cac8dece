import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from './deps.ts';
import type { Authenticated } from './identity/authenticate.ts';
import type { Client } from './identity/client.ts';
import type { refreshCookie } from './identity/credentials/refresh-cookie.ts';

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
   * @throws DomainError `second_factor_missing` for an admin who can only enrol, and the errors of the access token or the key
   */
  authenticate: () => Promise<Authenticated>;
  /** As `authenticate`, also for an admin who can only enrol a second factor. */
  authenticateToEnroll: () => Promise<Authenticated>;
  refreshCookie: ReturnType<typeof refreshCookie>;
  rememberDevice: (userId: number) => void;
}
