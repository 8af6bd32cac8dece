import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { type FactFields, noFacts, saidFacts } from '#shared/facts.ts';
import { proposeTarget } from '#shared/paste/service-target.ts';
import { ruleOf } from '#shared/service-types.ts';
import type { NamedServiceFields, ServiceOut } from '#shared/services.ts';
import { deliveryTimes } from '../../base/lists/delivery-times.ts';
import { salesPerService } from './service-figures.ts';

/** The facts that a service says. */
export const factColumns = {
  startMinutes: services.startMinutes,
  speedPerDay: services.speedPerDay,
  quality: services.quality,
  country: services.country,
  drop: services.drop,
  autoRefill: services.autoRefill,
  kind: services.kind,
};

/** The public columns of a service. */
export const serviceColumns = {
  id: services.id,
  name: services.name,
  image: services.image,
  description: services.description,
  nameBn: services.nameBn,
  category: services.category,
  top: services.top,
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
  ...factColumns,
  createdAt: services.createdAt,
  updatedAt: services.updatedAt,
};

type Table = typeof services.$inferSelect;

export type ServiceRow = Pick<Table, keyof typeof serviceColumns>;

/** All columns that the service form shows. */
export const namedServiceColumns = { ...serviceColumns, externalId: services.externalId };

export type NamedServiceRow = Pick<Table, keyof typeof namedServiceColumns>;

/** The columns for admins. */
export const adminServiceColumns = {
  ...namedServiceColumns,
  hidden: services.hidden,
  categoryHidden: services.categoryHidden,
  deletedAt: services.deletedAt,
};

/** The fields of a service in the audit: all that an admin can change. */
export function auditedFields(
  row: NamedServiceRow,
): Omit<NamedServiceRow, 'id' | 'per' | 'top' | 'createdAt' | 'updatedAt'> {
  const { id: _, per: __, top: ___, createdAt: ____, updatedAt: _____, ...fields } = row;
  return fields;
}

/**
 * The fields of a new service: without a platform or kinds it has those that its name says.
 * @param top the slug of its category's top
 */
export function withTarget<Fields extends Pick<NamedServiceFields, 'name' | 'platform' | 'kinds'>>(
  fields: Fields,
  top: string,
) {
  const read = proposeTarget(fields.name, top);
  const { platform = read.platform, kinds = read.kinds } = fields;
  return { ...fields, platform, kinds };
}

/** The facts of a row. */
export function factsIn(row: Pick<ServiceRow, keyof typeof factColumns>): FactFields {
  const { startMinutes, speedPerDay, quality, country, drop, autoRefill, kind } = row;
  return { startMinutes, speedPerDay, quality, country, drop, autoRefill, kind };
}

/** The fields of a form as columns: the type decides what the price is for. What it leaves out is stored as nothing. */
export function storedFields<Fields extends NamedServiceFields>({ facts = noFacts, nameBn, ...fields }: Fields) {
  return { ...fields, ...facts, nameBn: nameBn || null, per: ruleOf(fields.type).per };
}

/** A service as its readers get it. */
type Presented<Row extends ServiceRow> = Omit<Row, keyof typeof factColumns> &
  Pick<ServiceOut, 'totalSell' | 'measuredMinutes' | 'measuredOn' | 'facts'>;

/** Adds the number of orders and the measured delivery time to rows, and leaves out facts that a service does not say. */
export async function presentServices<Row extends ServiceRow>(db: Db, rows: Row[]): Promise<Presented<Row>[]> {
  if (rows.length === 0) return [];
  const [sales, deliveries] = await Promise.all([salesPerService.get(db), deliveryTimes.get(db)]);
  return rows.map((row) => {
    const { startMinutes, speedPerDay, quality, country, drop, autoRefill, kind, ...others } = row;
    return {
      ...others,
      facts: saidFacts({ startMinutes, speedPerDay, quality, country, drop, autoRefill, kind }),
      totalSell: sales.get(row.id) ?? 0,
      measuredMinutes: deliveries.get(row.id)?.medianMinutes ?? null,
      measuredOn: deliveries.get(row.id)?.deliveries ?? null,
    };
  });
}
