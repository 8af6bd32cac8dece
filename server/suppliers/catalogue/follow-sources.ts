import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { MAX_PRICE_MICROS } from '#shared/services.ts';
import { costChangeInSql, priceInSql } from '../cost-in-sql.ts';
import { shopLines, theRules } from './shop-lines.ts';

/**
 * The price by a rule of a line at its supplier, or null for a price of 0 and for one above the largest. The statement joins the line as
 * `l`, the supplier as `p` and the rules as `r`.
 * @param ownMargin of the service, in basis points; null where it has none
 */
export function priceByRule(ownMargin: SQL): SQL {
  const price = priceInSql({
    costMicros: sql`l.cost_exact`,
    ratePicos: sql`p.rate_picos`,
    marginBasisPoints: sql`coalesce(${ownMargin}, p.margin_basis_points, r.margin_basis_points)`,
    floorMicros: sql`r.floor_micros`,
    stepMicros: sql`r.step_micros`,
  });
  return sql`(case when ${price} between 1 and ${sql.raw(String(MAX_PRICE_MICROS))} then ${price}::bigint end)`;
}

const isAbove = (basisPoints: SQL) =>
  sql`${costChangeInSql(sql`l.cost_exact`, sql`s.accepted_cost_exact`, basisPoints)} > 0`;
const isBelow = (basisPoints: SQL) =>
  sql`${costChangeInSql(sql`l.cost_exact`, sql`s.accepted_cost_exact`, basisPoints)} < 0`;

/**
 * How the cost of a line `l` differs from the one that a person accepted for the source `s` of a service `v`, by the rules `r`: one of
 * `costWaits`, or null where it needs no acceptance. Costs of two types are for two units, and a line that is gone has none.
 */
export const costWait = sql`(case when l.gone_at is not null or l.type is distinct from v.type then null
  when ${isAbove(sql`r.rise_basis_points`)} then 'dearer' when ${isAbove(sql`0`)} then 'risen'
  when ${isBelow(sql`5000`)} then 'doubted' when ${isBelow(sql`r.small_change_basis_points`)} then 'cheaper' end)`;

const follows = (field: string) => sql.raw(`'${field}' = any(v.fields_of_supplier)`);
const min = sql`case when ${follows('min')} or v.type <> l.type then l.fit_min else greatest(v.min, l.fit_min) end`;
const max = sql`case when ${follows('max')} or v.type <> l.type then l.fit_max else least(v.max, l.fit_max) end`;

/**
 * Services that have a source, as a subquery: the `id`, its first source, and in `next_…` the values that it has if it follows that
 * source. Limits of the shop's own are kept within the supplier's; where that leaves no quantity, both stay as they are. A fall of the
 * cost that waits for a person never lowers the price, and a rise beyond the rule does not change it.
 * @param scope a condition on the service as `v`, or on its first source as `s`
 */
export const followingServices = (scope: SQL) => sql`(
  select v.id, s.supplier_id, s.external_id, l.type as next_type, l.per as next_per,
    case when ${follows('name')} then l.fit_name else v.name end as next_name,
    case when ${follows('description')} then l.fit_description else v.description end as next_description,
    case when (${min}) <= (${max}) then ${min} else v.min end as next_min,
    case when (${min}) <= (${max}) then ${max} else v.max end as next_max,
    case when not (${follows('refill')}) then v.refill_days
      when l.refill then coalesce(v.refill_days, r.refill_days) end as next_refill_days,
    case when ${follows('cancel')} then l.cancel else v.cancel end as next_cancel,
    coalesce(case when v.priced_by_rule and ${costWait} is distinct from 'dearer' then greatest(
      ${priceByRule(sql`v.margin_basis_points`)}, case when ${costWait} in ('cheaper', 'doubted') then v.price_micros end
    ) end, v.price_micros) as next_price
  from services v
  join service_sources s on s.service_id = v.id and s.position = 1
  join ${shopLines} l on l.supplier_id = s.supplier_id and l.external_id = s.external_id
  join suppliers p on p.id = s.supplier_id
  cross join ${theRules} r
  where v.deleted_at is null and ${scope}
)`;

/** Fields that follow a source, apart from the price and the limits. */
const fields = sql.raw('name, v.description, v.refill_days, v.cancel');
const nextFields = sql.raw('f.next_name, f.next_description, f.next_refill_days, f.next_cancel');
/** Whether a service `v` of the line's type differs from its following values `f`. */
export const hasOtherFields = sql`((v.${fields}) is distinct from (${nextFields}))`;
export const hasOtherLimits = sql`((v.min, v.max) is distinct from (f.next_min, f.next_max))`;

/**
 * Prices by rule, and each field that is as the supplier's, follow the first source. The caller has locked the services.
 * @param serviceIds of the services
 * @returns the ids of the services that changed
 * @param withType whether the type follows as well: the caller has made sure that it may. Otherwise a service of another type stays
 */
export async function followSources(tx: Tx, serviceIds: number[], { withType = false } = {}): Promise<number[]> {
  const rows = await tx.execute(sql`
      update services v set
        name = f.next_name,
        former_names = case when v.name = f.next_name or v.name = any(v.former_names) then v.former_names
          else array_append(v.former_names, v.name) end,
        description = f.next_description, type = f.next_type, per = f.next_per, min = f.next_min, max = f.next_max,
        refill_days = f.next_refill_days, cancel = f.next_cancel, price_micros = f.next_price, updated_at = now()
      from ${followingServices(isOneOf(serviceIds))} f
      where v.id = f.id and ${withType ? sql`f.next_type is not null` : sql`v.type = f.next_type`}
        and (v.type <> f.next_type or v.price_micros <> f.next_price or ${hasOtherFields} or ${hasOtherLimits})
      returning v.id`);
  return rows.map(({ id }) => Number(id));
}

const isOneOf = (serviceIds: number[]) => sql`v.id = any(${sql.param(serviceIds)}::bigint[])`;
