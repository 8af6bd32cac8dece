import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../base/context.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { type Authenticated, authenticate } from '../../base/identity/authenticate.ts';
import { isAllowedOrigin } from '../../base/identity/credentials/allowed-origin.ts';
import { deviceCookie } from '../../base/identity/credentials/device-cookie.ts';
import { refreshCookie } from '../../base/identity/credentials/refresh-cookie.ts';
import { authenticateKey } from '../../base/identity/keys/authenticate-key.ts';
import { countKeyCalls, type KeyBudget } from '../../base/identity/keys/key-budget.ts';
import { KEY_PREFIX } from '../../base/identity/keys/key-secret.ts';
import { rateHeaders } from '../../base/limits/key-rate.ts';

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
