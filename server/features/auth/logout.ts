import { sql } from 'drizzle-orm';
import type { Deps } from '../../base/deps.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { foreignOrigin } from './foreign-origin.ts';
import type { CookieCredentials } from './refresh.ts';

export interface LogoutCredentials extends CookieCredentials {
  accessToken: string | undefined;
}

/**
 * Ends the caller's session, identified by the access token, the cookie or both. Ending an ended session succeeds.
 * @throws DomainError `foreign_origin` if the session is identified only by a cookie that a foreign page sent
 */
export async function logout(deps: Deps, credentials: LogoutCredentials): Promise<void> {
  const { accessToken, refreshToken, fromAllowedOrigin } = credentials;
  const claims = accessToken ? await deps.accessTokens.verify(accessToken) : null;
  if (!claims && !fromAllowedOrigin) throw foreignOrigin(deps.config);
  const cookieHash = fromAllowedOrigin && refreshToken ? hashToken(refreshToken) : null;
  const ended = await deps.db.execute<{ user_id: number }>(sql`
    update sessions set revoked_at = now()
    where revoked_at is null
      and (id = ${claims?.sessionId ?? null}::uuid
        or id in (select session_id from refresh_tokens where hash = ${cookieHash}))
    returning user_id`);
  for (const { user_id: userId } of ended) deps.events.publish('sessions', String(userId));
}
