import { services } from '../../../db/schema/services.ts';
import { micros } from '../../../shared/money.ts';
import type { CreateServiceInput, ServiceOut } from '../../../shared/services.ts';
import type { Actor } from '../../../shared/users.ts';
import type { Deps } from '../../deps.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { serviceColumns } from './service-rows.ts';

/**
 * Offers a new service, at once visible to everybody.
 * @throws DomainError `forbidden` unless an admin asks.
 */
export async function createService(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  input: CreateServiceInput,
): Promise<ServiceOut> {
  assertAdmin(actor);
  const [row] = await db.insert(services).values(input).returning(serviceColumns);
  if (!row) throw new Error('A service was written and not returned');
  events.publish('services');
  return { ...row, priceMicros: micros(row.priceMicros), totalSell: 0 };
}
