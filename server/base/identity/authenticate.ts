import type { KeyScope } from '#shared/key-scopes.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../errors.ts';
import type { AccessTokens } from './access-token.ts';
import type { SessionLookup } from './session-lookup.ts';

/** The API key of a call. */
export interface CallingKey {
  id: number;
  /** SHA-256 of the secret that it called with, hex. */
  hash: string;
  scopes: readonly KeyScope[];
}

/** A caller, by a session or by an API key. */
export interface Authenticated {
  actor: Actor;
  /** Undefined for a session. */
  key?: CallingKey | undefined;
  /** Undefined for a key. */
  sessionId: string | undefined;
  /** When their token or key expires; infinite for a key without an end. */
  expiresAtMs: number;
  /** Whether the session began within ten minutes. */
  isRecentLogin: boolean;
  /** An admin who can only enrol a second factor, because the shop requires one. */
  mustEnroll: boolean;
}

/** A caller by a session. */
export type InSession = Authenticated & { sessionId: string };

/**
 * Narrows a caller to a session.
 * @throws DomainError `key_not_allowed` for an API key
 */
export function assertSession(who: Authenticated): asserts who is InSession {
  if (who.sessionId === undefined) throw new DomainError('key_not_allowed');
}

/**
 * Authenticates a caller by a session. The token only identifies the session; role and blocked state are read from the database each
 * time, so blocking a user or ending a session takes effect at once.
 * @throws DomainError `unauthenticated` without a valid token (the client then refreshes), `session_ended`, `blocked`
 */
export async function authenticate(
  { accessTokens, findSession }: { accessTokens: AccessTokens; findSession: SessionLookup },
  accessToken: string | undefined,
): Promise<InSession> {
  const claims = accessToken ? await accessTokens.verify(accessToken) : null;
  if (!claims) throw new DomainError('unauthenticated');
  const session = await findSession(claims.sessionId);
  if (!session || session.userId !== claims.userId) throw new DomainError('session_ended');
  if (session.blocked) throw new DomainError('blocked');
  if (!session.live) throw new DomainError('session_ended');
  const { sessionId, expiresAtMs } = claims;
  const { userId: id, role, isReauthenticated, isRecentLogin, hasSecondFactor, mustEnroll } = session;
  const actor: Actor = { id, role, isReauthenticated, confirmsBy: hasSecondFactor ? 'code' : 'password' };
  return { actor, sessionId, expiresAtMs, isRecentLogin, mustEnroll };
}
