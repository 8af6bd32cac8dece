import type { Deps } from '../../deps.ts';
import type { Authenticated } from '../../identity/authenticate.ts';
import { endSessions } from '../../identity/sessions.ts';

/** Ends every session of the caller's at once, but the one that asks. */
export async function endOtherSessions(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { actor, sessionId }: Pick<Authenticated, 'actor' | 'sessionId'>,
): Promise<void> {
  await endSessions(db, actor.id, sessionId);
  events.publish('sessions', String(actor.id));
}
