import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions } from '#db/schema/sessions.ts';
import type { Deps } from '../base/deps.ts';

interface Server {
  db: Db;
  deps: Pick<Deps, 'accessTokens'>;
}

/** Makes a session one in which the password was entered again, some minutes ago. */
export async function reauthenticateByForce(app: Server, accessToken: string, minutesAgo = 0): Promise<void> {
  const reauthenticatedAt = sql`now() - make_interval(secs => ${minutesAgo * 60}::float)`;
  await app.db
    .update(sessions)
    .set({ reauthenticatedAt })
    .where(eq(sessions.id, await sessionIdOf(app, accessToken)));
}

/** Makes a session one that began some minutes ago. */
export async function rewindLogin(app: Server, accessToken: string, minutesAgo: number): Promise<void> {
  const createdAt = sql`now() - make_interval(secs => ${minutesAgo * 60}::float)`;
  await app.db
    .update(sessions)
    .set({ createdAt })
    .where(eq(sessions.id, await sessionIdOf(app, accessToken)));
}

async function sessionIdOf({ deps }: Server, accessToken: string): Promise<string> {
  const claims = await deps.accessTokens.verify(accessToken);
  if (!claims) throw new Error('The access token is not valid');
  return claims.sessionId;
}
