import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import type { LinkReading, readLinkInput } from '#shared/links.ts';
import { fitOf } from '#shared/paste/fit.ts';
import { readLink } from '#shared/paste/link.ts';
import { DomainError } from '../../base/errors.ts';

/**
 * Reads a link as orders do, and whether it fits a service. No address is called.
 * @throws DomainError `service_not_found`
 */
export async function readPastedLink(
  db: Db,
  { text, serviceId }: z.output<typeof readLinkInput>,
): Promise<LinkReading> {
  const service = serviceId === undefined ? undefined : await readServiceTarget(db, serviceId);
  const read = readLink(text);
  if ('problem' in read) return { link: null, target: null, fits: null, problem: read.problem };
  return { ...read, fits: service ? fitOf(read.target, service) : null };
}

async function readServiceTarget(db: Db, id: number) {
  const [service] = await db
    .select({ platform: services.platform, kinds: services.kinds })
    .from(services)
    .where(and(eq(services.id, id), isOnOffer));
  if (!service) throw new DomainError('service_not_found');
  return service;
}
