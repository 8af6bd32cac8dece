import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions } from '#db/schema/sessions.ts';
import type { SessionEntry } from '#shared/auth.ts';
import { readDevice } from './read-device.ts';
import { isLive, MOST_SESSIONS } from './sessions.ts';

/** Lists a user's live sessions: `currentId` first, then by last use. Callers check the permission. */
export async function listSessionsOf(db: Db, userId: number, currentId: string): Promise<SessionEntry[]> {
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive))
    .orderBy(desc(eq(sessions.id, currentId)), desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MOST_SESSIONS);
  return rows.map(({ userAgent, ...row }) => ({ ...row, current: row.id === currentId, ...readDevice(userAgent) }));
}
