import type { Actor } from '#shared/users.ts';
import { DomainError } from '../errors.ts';
import type { AccessTokens } from './access-token.ts';
import type { SessionLookup } from './session-lookup.ts';

export interface Authenticated {
  actor: Actor;
  sessionId: string;
  /** When their token expires. */
  expiresAtMs: number;
  /** Whether the session began within ten minutes. */
  isRecentLogin: boolean;
  /** An admin who can only enrol a second factor, because the shop requires one. */
  mustEnroll: boolean;
}

/**
 * Authenticates a caller. The token only identifies the session; role and blocked state are read from the database each time, so
 * blocking a user or ending a session takes effect at once.
 * @throws DomainError `unauthenticated` without a valid token (the client then refreshes), `session_ended`, `blocked`
 */
export async function authenticate(
  { accessTokens, findSession }: { accessTokens: AccessTokens; findSession: SessionLookup },
  accessToken: string | undefined,
): Promise<Authenticated> {
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
