import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { type Nanos, nanos } from '#shared/money.ts';
import { type Per, ruleOf, type ServiceType } from '#shared/service-types.ts';
import {
  compareMicros,
  costNanosOf,
  type RatePicos,
  type SupplierMicros,
  supplierCostOf,
  supplierMicros,
} from '#shared/supplier-money.ts';
import { shopTimeZone } from '../../base/lists/shop-days.ts';

/** A supplier that could not be connected for this long gives way to the next source. */
const UNREACHABLE_MINUTES = 10;

/** A source of a service as it is now. */
export interface Source {
  serviceId: number;
  position: number;
  supplierId: number;
  externalId: string;
  /** The type of the service at the supplier; null for one that the panel doesn't sell. */
  type: ServiceType | null;
  /** The supplier's word for the type. */
  tradeType: string;
  /** The supplier's limits of an order. */
  min: number;
  max: number;
  costMicros: SupplierMicros;
  ratePicos: RatePicos;
  /** The source is paused, or nothing is bought from its supplier now. */
  isResting: boolean;
  orderLimitMicros: SupplierMicros | null;
  /** The day's limit less the purchases of the day; null without a limit. */
  dayLeftMicros: SupplierMicros | null;
}

/** The terms that decide where an order can be bought. */
export interface OrderTerms {
  quantity: number;
  per: Per;
  chargeNanos: Nanos;
}

/** A source that can take an order, and its cost there. */
export interface Chosen {
  kind: 'source';
  source: Source & { type: ServiceType };
  costMicros: SupplierMicros;
  costNanos: Nanos;
}

/**
 * `resting`: a source can take the order later. `too_expensive`: every source left costs more than the order's charge or the supplier's
 * limit. `none`: no source is left.
 */
export type Choice = Chosen | { kind: 'resting' | 'too_expensive' | 'none' };

/**
 * Chooses the first source, from a position on, that can take an order now.
 * @param sources of its service, in order
 * @param floor sources before this position have refused the order
 */
export function chooseSource(order: OrderTerms, sources: readonly Source[], floor: number): Choice {
  let isResting = false;
  let isExpensive = false;
  for (const source of sources) {
    if (source.position < floor || !isWithinRange(order, source)) continue;
    const cost = costAt(order, source);
    if (!cost) {
      isResting = true;
      continue;
    }
    const { costMicros, costNanos } = cost;
    const isOverLimit = source.orderLimitMicros !== null && compareMicros(costMicros, source.orderLimitMicros) > 0;
    if (costNanos > order.chargeNanos || isOverLimit) isExpensive = true;
    else if (source.isResting || (source.dayLeftMicros !== null && compareMicros(costMicros, source.dayLeftMicros) > 0))
      isResting = true;
    else return { kind: 'source', source: { ...source, type: cost.type }, costMicros, costNanos };
  }
  return { kind: isResting ? 'resting' : isExpensive ? 'too_expensive' : 'none' };
}

/** Whether the supplier takes the quantity. A package has none. */
function isWithinRange({ quantity, per }: OrderTerms, { min, max }: Source): boolean {
  return per === 1 || (quantity >= min && quantity <= max);
}

/** Undefined if the supplier sells the service in another unit; such a source is paused by the next list. */
function costAt({ quantity, per }: OrderTerms, { type, costMicros: rate, ratePicos }: Source) {
  if (type === null || ruleOf(type).per !== per) return undefined;
  try {
    const costMicros = supplierCostOf(quantity, rate, per);
    return { type, costMicros, costNanos: costNanosOf(quantity, rate, per, ratePicos) };
  } catch (error) {
    // It can't be held exactly: more than any order costs.
    if (error instanceof RangeError) return { type, costMicros: supplierMicros(LARGEST), costNanos: nanos(LARGEST) };
    throw error;
  }
}

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Reads the sources of services, in order. What a supplier sold today is added up once, however many services it sells. */
export async function readSources(db: Db | Tx, serviceIds: readonly number[]): Promise<Source[]> {
  const ofServices = sql`service_id = any(${sql.param([...new Set(serviceIds)])}::bigint[])`;
  return db.execute<Source & Record<string, unknown>>(sql`
    with supplier as materialized (
      select s.*, case when s.day_limit_micros is not null then s.day_limit_micros - ${spentToday(sql`s.id`)} end as day_left_micros
      from suppliers s where s.id in (select supplier_id from service_sources where ${ofServices})
    )
    select s.service_id as "serviceId", s.position, s.supplier_id as "supplierId", s.external_id as "externalId", listed.type,
      listed.trade_type as "tradeType", listed.min, listed.max,
      listed.cost_exact as "costMicros", supplier.rate_picos as "ratePicos",
      s.paused_at is not null or supplier.stopped_at is not null
        or coalesce(supplier.paused_until > now()
          and supplier.unreachable_since < now() - make_interval(mins => ${UNREACHABLE_MINUTES}), false) as "isResting",
      supplier.order_limit_micros::numeric(24, 4) as "orderLimitMicros",
      supplier.day_left_micros::numeric(24, 4) as "dayLeftMicros"
    from service_sources s
    join supplier_services listed on listed.supplier_id = s.supplier_id and listed.external_id = s.external_id
    join supplier on supplier.id = s.supplier_id
    where s.${ofServices}
    order by s.service_id, s.position`);
}

/** The purchases of a day in the shop's time zone, and those that may be some. */
function spentToday(supplierId: ReturnType<typeof sql>) {
  const today = sql`(date_trunc('day', now() at time zone ${shopTimeZone}) at time zone ${shopTimeZone})`;
  return sql`(
    select coalesce(sum(cost), 0) from (
      select cost_exact as cost from forwards where supplier_id = ${supplierId} and accepted_at >= ${today}
      union all
      select cost_exact from forwards where supplier_id = ${supplierId} and holder is not null and state = 'sending'
      union all
      select cost_exact from forwards where supplier_id = ${supplierId} and unknown_since >= ${today} and state = 'unknown'
    ) as bought)`;
}
