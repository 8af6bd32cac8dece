import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { SourcePause } from '#shared/supplier-fields.ts';
import { isBelowCostInSql } from '../cost-in-sql.ts';
import { costWait, followSources } from './follow-sources.ts';
import { shopLines, theRules } from './shop-lines.ts';

/** Pauses by people, refusals and charges stay until a person ends them. The lists and prices decide the others, which end with their reason. */
const isKept = sql.raw(
  `s.paused_reason in (${(['person', 'refused', 'overcharged'] satisfies SourcePause[]).map((reason) => `'${reason}'`).join(', ')})`,
);

/** A price by rule at its first source holds the margin of its rule, also where that is less. */
const isBelowCost = isBelowCostInSql(sql`v.price_micros`, {
  costMicros: sql`l.cost_exact`,
  ratePicos: sql`p.rate_picos`,
  leastBasisPoints: sql`(case when v.priced_by_rule and s.position = 1
    then least(r.least_margin_basis_points, coalesce(v.margin_basis_points, p.margin_basis_points, r.margin_basis_points))
    else r.least_margin_basis_points end)`,
});

/** So that no statement takes long. */
const SERVICES_AT_ONCE = 1_000;

interface Reviewed {
  /** Services that changed, were paused or are displayed again. */
  changed: number;
  paused: number;
}

/**
 * Applies the lists to services: they follow their first source; every source that can't be bought at its service's price, or at all, is
 * paused; such pauses whose reason is over end; and costs that a person has to accept are marked. A service whose sources are all paused
 * is hidden and paused, unless people have paused them all, and displayed again as soon as one of them can be bought. The caller has
 * locked the services.
 * @param areFollowed the caller has made the services follow already
 */
export async function reviewSources(tx: Tx, serviceIds: number[], { areFollowed = false } = {}): Promise<Reviewed> {
  const all: Reviewed = { changed: 0, paused: 0 };
  for (let start = 0; start < serviceIds.length; start += SERVICES_AT_ONCE) {
    const { changed, paused } = await reviewSome(tx, serviceIds.slice(start, start + SERVICES_AT_ONCE), areFollowed);
    all.changed += changed;
    all.paused += paused;
  }
  return all;
}

async function reviewSome(tx: Tx, serviceIds: number[], areFollowed: boolean): Promise<Reviewed> {
  const ids = sql.param(serviceIds);
  const followed = areFollowed ? [] : await followSources(tx, serviceIds);
  await tx.execute(sql`
    update service_sources s set paused_reason = judged.reason, waiting = judged.waiting,
      paused_text = case when s.paused_reason = judged.reason then s.paused_text end,
      paused_at = case when s.paused_reason = judged.reason then s.paused_at when judged.reason is not null then now() end
    from (
      select s.service_id, s.position, ${costWait} as waiting, case
        when ${isKept} then s.paused_reason
        when l.gone_at is not null then 'gone'
        when l.type is distinct from v.type then 'type_changed'
        when v.per <> 1 and (case when s.position = 1 then v.min >= l.fit_min and v.max <= l.fit_max
          else l.min <= v.max and l.max >= v.min end) is not true then 'limits_changed'
        when ${isBelowCost} then 'below_cost'
        when v.priced_by_rule and s.position = 1 and ${costWait} = 'dearer' then 'dearer'
      end as reason
      from service_sources s
      join services v on v.id = s.service_id
      join ${shopLines} l on l.supplier_id = s.supplier_id and l.external_id = s.external_id
      join suppliers p on p.id = s.supplier_id
      cross join ${theRules} r
      where s.service_id = any(${ids}::bigint[]) and v.deleted_at is null
    ) as judged
    where s.service_id = judged.service_id and s.position = judged.position
      and (s.paused_reason, s.waiting) is distinct from (judged.reason, judged.waiting)`);
  const hidden = await tx.execute(sql`
    update services v set hidden = true, paused_at = now(), paused_reason = sources.reason
    from (
      select service_id, case when bool_or(paused_reason = 'below_cost') then 'below_cost'
        when bool_or(paused_reason = 'dearer') then 'dearer' else 'gone' end as reason
      from service_sources
      where service_id = any(${ids}::bigint[])
      group by service_id
      having bool_and(paused_at is not null) and bool_or(paused_reason <> 'person')
    ) as sources
    where v.id = sources.service_id and not v.hidden and v.deleted_at is null
    returning v.id`);
  const shown = await tx.execute(sql`
    update services v set hidden = false
    where v.id = any(${ids}::bigint[]) and v.paused_at is not null and v.deleted_at is null
      and exists (select from service_sources s where s.service_id = v.id and s.paused_at is null)
    returning v.id`);
  return { changed: followed.length + hidden.length + shown.length, paused: hidden.length };
}
