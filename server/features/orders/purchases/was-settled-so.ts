import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { forwardEvents } from '#db/schema/forwards.ts';
import { DomainError } from '#server/base/errors.ts';
import type { Actor } from '#shared/users.ts';

/**
 * Whether the admin has settled a purchase in this way before, with the same request id or last of all.
 * @param isSo whether an event with this reason is of this way
 * @throws DomainError `idempotency_conflict` if the request id was used for something else
 */
export async function wasSettledSo(
  tx: Tx,
  actor: Actor,
  { id, requestId }: { id: number; requestId?: string | undefined },
  isSo: (reason: string) => boolean,
): Promise<boolean> {
  const { forwardId, reason, actorId, seq } = forwardEvents;
  const events = () => tx.select({ forwardId, reason, actorId }).from(forwardEvents).$dynamic();
  const isSame = (event: { forwardId: number; reason: string | null }) =>
    event.forwardId === id && event.reason !== null && isSo(event.reason);
  if (requestId !== undefined) {
    const [used] = await events().where(and(eq(forwardEvents.requestId, requestId), eq(actorId, actor.id)));
    if (used && !isSame(used)) throw new DomainError('idempotency_conflict');
    if (used) return true;
  }
  const [last] = await events().where(eq(forwardId, id)).orderBy(desc(seq)).limit(1);
  return last?.actorId === actor.id && isSame(last);
}
