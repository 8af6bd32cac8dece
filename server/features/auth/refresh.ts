import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { refreshTokens as refreshTokenRows, sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import type { Deps, WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import type { Client } from '../../base/identity/client.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { sessionUserColumns } from '../../base/identity/session-user.ts';
import { endSession, IDLE_DAYS, type SignedIn } from '../../base/identity/sessions.ts';
import { shortAddress } from '../../base/identity/short-address.ts';
import { foreignOrigin } from './foreign-origin.ts';

/** A response may get lost: for this long the same request gets the same response. */
const GRACE_SECONDS = 10;

/** The refresh cookie, and whether one of the panel's own pages sent the request. */
export interface CookieCredentials {
  refreshToken: string | undefined;
  fromAllowedOrigin: boolean;
  hasNoOrigin?: boolean;
}

/**
 * Exchanges a refresh token for its successor and a new access token. A second use within ten seconds, while the successor is unused,
 * is a retry and gets the same successor. Any other is theft and ends the session (RFC 9700, 4.14.2).
 * @throws DomainError `foreign_origin`, `session_ended`, `blocked`
 */
export async function refresh(
  deps: Deps,
  { address }: Pick<Client, 'address'>,
  { refreshToken, fromAllowedOrigin, hasNoOrigin }: CookieCredentials,
): Promise<SignedIn> {
  if (!fromAllowedOrigin) throw foreignOrigin(deps.config, { hasNoOrigin });
  if (!refreshToken) throw new DomainError('session_ended');
  const rotated =
    (await rotate(deps.db, {
      token: refreshToken,
      successor: deps.refreshTokens.successorOf(refreshToken),
      address,
    })) ?? (await findRetried(deps, refreshToken));
  const [session] = await deps.db
    .select({ user: sessionUserColumns, blockedAt: users.blockedAt })
    .from(users)
    .where(eq(users.id, rotated.userId));
  if (!session) throw new DomainError('session_ended');
  if (session.blockedAt) throw new DomainError('blocked');
  const accessToken = await deps.accessTokens.issue(rotated);
  return {
    user: session.user,
    tokens: { accessToken },
    refreshToken: rotated.successor,
    refreshExpiresAt: rotated.refreshExpiresAt,
  };
}

interface Rotated {
  userId: number;
  sessionId: string;
  /** The new refresh token. */
  successor: string;
  refreshExpiresAt: Date;
}

interface Rotation {
  token: string;
  successor: string;
  address: string;
}

/** Marks the token as used and inserts its successor in one statement: of two simultaneous requests one finds it unused. */
async function rotate(db: Db, { token, successor, address }: Rotation): Promise<Rotated | undefined> {
  const [row] = await db.execute<{ user_id: number; session_id: string; expires_at: string }>(sql`
    with used as (
      update refresh_tokens t set used_at = now()
      from sessions s
      where t.hash = ${hashToken(token)} and t.used_at is null and t.expires_at > now()
        and s.id = t.session_id and s.revoked_at is null and s.expires_at > now()
      returning t.id, s.id as session_id, s.user_id, s.expires_at
    ), next as (
      insert into refresh_tokens (session_id, parent_id, hash, expires_at)
      select session_id, id, ${hashToken(successor)}, least(now() + make_interval(days => ${IDLE_DAYS}), expires_at)
      from used
      returning session_id, expires_at
    ), seen as (
      update sessions set last_used_at = now(), address = ${shortAddress(address)}
      from used where sessions.id = used.session_id
    )
    select used.user_id, used.session_id, next.expires_at from used join next using (session_id)`);
  if (!row) return undefined;
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    successor,
    refreshExpiresAt: new Date(row.expires_at),
  };
}

/** The existing successor for a retry; any other reuse ends the session. */
async function findRetried(
  { db, events, refreshTokens }: WriteDeps & Pick<Deps, 'refreshTokens'>,
  token: string,
): Promise<Rotated> {
  const [old] = await db
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      blockedAt: users.blockedAt,
      live: sql<boolean>`${sessions.revokedAt} is null and ${sessions.expiresAt} > now()`,
      used: sql<boolean>`${refreshTokenRows.usedAt} is not null`,
      inGrace: sql<boolean>`${refreshTokenRows.usedAt} > now() - make_interval(secs => ${GRACE_SECONDS})`,
    })
    .from(refreshTokenRows)
    .innerJoin(sessions, eq(sessions.id, refreshTokenRows.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokenRows.hash, hashToken(token)));
  if (old?.blockedAt) throw new DomainError('blocked');
  if (!old?.live || !old.used) throw new DomainError('session_ended');
  const successors = new Map(refreshTokens.possibleSuccessorsOf(token).map((each) => [hashToken(each), each]));
  const [next] = await db
    .select({ hash: refreshTokenRows.hash, refreshExpiresAt: refreshTokenRows.expiresAt })
    .from(refreshTokenRows)
    .where(
      and(
        inArray(refreshTokenRows.hash, [...successors.keys()]),
        eq(refreshTokenRows.sessionId, old.sessionId),
        isNull(refreshTokenRows.usedAt),
        gt(refreshTokenRows.expiresAt, sql`now()`),
      ),
    );
  const successor = next && successors.get(next.hash);
  if (old.inGrace && successor)
    return { userId: old.userId, sessionId: old.sessionId, successor, refreshExpiresAt: next.refreshExpiresAt };
  await endSession(db, old.sessionId);
  events.publish('sessions', String(old.userId));
  throw new DomainError('session_ended');
}
