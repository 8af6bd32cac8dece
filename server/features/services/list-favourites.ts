import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { favourites } from '#db/schema/favourites.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import type { Actor } from '#shared/users.ts';

/** The ids of the caller's favourites that are on sale, the latest first; at most 500. */
export async function listFavourites(db: Db, actor: Actor): Promise<number[]> {
  const rows = await db
    .select({ id: favourites.serviceId })
    .from(favourites)
    .innerJoin(services, eq(services.id, favourites.serviceId))
    .where(and(eq(favourites.userId, actor.id), isOnOffer))
    .orderBy(desc(favourites.createdAt), desc(favourites.serviceId));
  return rows.map(({ id }) => id);
}
