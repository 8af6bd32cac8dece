import type { Db } from '#db/client.ts';
import type { Per, ServiceType } from '#shared/service-types.ts';

/**
 * The type of a service, which decides the fields of its orders; also of a hidden or deleted one, so that a repeated order reads its
 * first result. Undefined if the service does not exist.
 */
export async function readServiceType(db: Db, id: number): Promise<{ type: ServiceType; per: Per } | undefined> {
  const [service] = await db.$client<
    { type: ServiceType; per: Per }[]
  >`select type, per from services where id = ${id}`;
  return service;
}
