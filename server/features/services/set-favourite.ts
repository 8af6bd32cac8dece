import { and, count, eq, ne } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { favourites } from '#db/schema/favourites.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import { users } from '#db/schema/users.ts';
import type { Done } from '#shared/done.ts';
import { MAX_FAVOURITES, type SetFavouriteInput } from '#shared/services.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';

/**
 * Adds a service to the caller's favourites or removes it; a repeated call changes nothing.
 * @throws DomainError `service_not_found`, `too_many_favourites`
 */
export async function setFavourite(db: Db, actor: Actor, { id, favourite }: SetFavouriteInput): Promise<Done> {
  if (!favourite) {
    await db.delete(favourites).where(and(eq(favourites.userId, actor.id), eq(favourites.serviceId, id)));
    return { ok: true };
  }
  await db.transaction(async (tx) => {
    // One change of a user at a time, so that each counts the ones before.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('no key update');
    await assertOnOffer(tx, id);
    await assertRoom(tx, actor, id);
    await tx.insert(favourites).values({ userId: actor.id, serviceId: id }).onConflictDoNothing();
  });
  return { ok: true };
}

async function assertOnOffer(tx: Tx, id: number): Promise<void> {
  const offered = await tx.$count(services, and(eq(services.id, id), isOnOffer));
  if (offered === 0) throw new DomainError('service_not_found');
}

/** Favourites that are not on sale are not displayed, so they do not count. */
async function assertRoom(tx: Tx, actor: Actor, id: number): Promise<void> {
  const [others] = await tx
    .select({ count: count() })
    .from(favourites)
    .innerJoin(services, eq(services.id, favourites.serviceId))
    .where(and(eq(favourites.userId, actor.id), ne(favourites.serviceId, id), isOnOffer));
  if (others && others.count >= MAX_FAVOURITES) throw new DomainError('too_many_favourites');
}
