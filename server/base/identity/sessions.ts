import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#db/client.ts';
import { refreshTokens as refreshTokenRows, sessions } from '#db/schema/sessions.ts';
import type { SessionUser } from '#shared/users.ts';
import type { Deps } from '../deps.ts';
import type { Client } from './client.ts';
import { hashToken } from './refresh-token.ts';
import { shortAddress } from './short-address.ts';

/** A session ends after a week without a refresh, and after thirty days. */
export const IDLE_DAYS = 7;
const ABSOLUTE_DAYS = 30;
const DAY_MS = 86_400_000;
/** More devices than anybody uses. Above that the oldest session ends, so that stolen ones do not accumulate unseen. */
export const MOST_SESSIONS = 20;
const USER_AGENT_MAX_LENGTH = 400;

/** The result of a login. The refresh token belongs in the cookie only. */
export interface SignedIn {
  user: SessionUser;
  tokens: { accessToken: string };
  refreshToken: string;
  refreshExpiresAt: Date;
}

/**
 * Creates a session within the transaction that authenticated the user, and issues its first tokens. Above the limit the oldest session
 * ends. The statements are prepared and pipelined, because logins come in bursts and round trips cost most.
 */
export async function startSession(
  tx: Tx,
  { accessTokens, refreshTokens }: Pick<Deps, 'accessTokens' | 'refreshTokens'>,
  user: SessionUser,
  client: Client,
): Promise<SignedIn> {
  const sessionId = uuidv7();
  const refreshToken = refreshTokens.create();
  const refreshExpiresAt = new Date(Date.now() + IDLE_DAYS * DAY_MS);
  const session = tx.insert(sessions).values({
    id: sessionId,
    userId: user.id,
    userAgent: client.userAgent?.slice(0, USER_AGENT_MAX_LENGTH),
    address: shortAddress(client.address),
    expiresAt: new Date(Date.now() + ABSOLUTE_DAYS * DAY_MS),
  });
  const firstToken = tx
    .insert(refreshTokenRows)
    .values({ sessionId, hash: hashToken(refreshToken), expiresAt: refreshExpiresAt });
  const [accessToken] = await Promise.all([
    accessTokens.issue({ userId: user.id, sessionId }),
    session.prepare('start_session').execute(),
    firstToken.prepare('start_session_token').execute(),
    endOldest(tx, user.id),
  ]);
  return { user, tokens: { accessToken }, refreshToken, refreshExpiresAt };
}

async function endOldest(tx: Tx, userId: number): Promise<void> {
  const tooMany = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(MOST_SESSIONS);
  const ending = tx.update(sessions).set({ revokedAt: sql`now()` }).where(inArray(sessions.id, tooMany));
  await ending.prepare('end_oldest').execute();
}

/** A live session has not ended, and was used recently enough to be refreshed. */
export const isLive = and(
  isNull(sessions.revokedAt),
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.lastUsedAt, sql`now() - make_interval(days => ${IDLE_DAYS})`),
);

/**
 * Ends every session of a user except `exceptId`.
 * @returns how many were ended
 */
export async function endSessions(db: Db | Tx, userId: number, exceptId?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        exceptId === undefined ? undefined : ne(sessions.id, exceptId),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}

export async function endSession(db: Db | Tx, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}
