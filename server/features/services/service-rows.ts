import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { proposeTarget } from '#shared/paste/service-target.ts';
import { ruleOf } from '#shared/service-types.ts';
import type { NamedServiceFields, ServiceOut } from '#shared/services.ts';
import { deliveryTimes } from '../../base/lists/delivery-times.ts';
import { salesPerService } from './service-figures.ts';

/** The public columns of a service. */
export const serviceColumns = {
  id: services.id,
  name: services.name,
  image: services.image,
  description: services.description,
  category: services.category,
  priceMicros: services.priceMicros,
  per: services.per,
  type: services.type,
  refillDays: services.refillDays,
  cancel: services.cancel,
  speedUp: services.speedUp,
  min: services.min,
  max: services.max,
  avgTimeHours: services.avgTimeHours,
  platform: services.platform,
  kinds: services.kinds,
  createdAt: services.createdAt,
  updatedAt: services.updatedAt,
};

export type ServiceRow = Pick<typeof services.$inferSelect, keyof typeof serviceColumns>;

/** All columns that the service form shows. */
export const namedServiceColumns = { ...serviceColumns, externalId: services.externalId };

export type NamedServiceRow = Pick<typeof services.$inferSelect, keyof typeof namedServiceColumns>;

/** The columns for admins. */
export const adminServiceColumns = { ...namedServiceColumns, hidden: services.hidden, deletedAt: services.deletedAt };

/** The fields of a service in the audit: all that an admin can change. */
export function auditedFields(row: NamedServiceRow): Omit<NamedServiceRow, 'id' | 'per' | 'createdAt' | 'updatedAt'> {
  const { id: _, per: __, createdAt: ___, updatedAt: ____, ...fields } = row;
  return fields;
}

/** The fields of a new service: without a platform or kinds it has those that its name says. */
export function withTarget<Fields extends Pick<NamedServiceFields, 'name' | 'category' | 'platform' | 'kinds'>>(
  fields: Fields,
) {
  const read = proposeTarget(fields.name, fields.category);
  const { platform = read.platform, kinds = read.kinds } = fields;
  return { ...fields, platform, kinds };
}

/** The fields of a form as columns: the type decides what the price is for. */
export function storedFields<Fields extends NamedServiceFields>(fields: Fields): Fields & Pick<ServiceRow, 'per'> {
  return { ...fields, per: ruleOf(fields.type).per };
}

/** Adds the number of orders and the measured delivery time to rows. */
export async function presentServices<Row extends ServiceRow>(
  db: Db,
  rows: Row[],
): Promise<(Row & Pick<ServiceOut, 'totalSell' | 'measuredMinutes' | 'measuredOn'>)[]> {
  if (rows.length === 0) return [];
  const [sales, deliveries] = await Promise.all([salesPerService.get(db), deliveryTimes.get(db)]);
  return rows.map((row) => {
    const { medianMinutes = null, deliveries: measuredOn = null } = deliveries.get(row.id) ?? {};
    return { ...row, totalSell: sales.get(row.id) ?? 0, measuredMinutes: medianMinutes, measuredOn };
  });
}
