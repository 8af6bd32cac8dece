import type { Db } from '../../../db/client.ts';
import type { Authenticated } from '../../identity/authenticate.ts';
import { endSessions } from './sessions.ts';

/** Ends every session of the caller's at once, but the one that asks. */
export async function endOtherSessions(db: Db, { actor, sessionId }: Authenticated): Promise<void> {
  await endSessions(db, actor.id, sessionId);
}
