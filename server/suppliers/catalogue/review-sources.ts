import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { SourcePause } from '#shared/suppliers.ts';
import { writeMailToAdmins } from '../../mail/write-mail.ts';
import { isBelowCostInSql } from '../cost-in-sql.ts';
import { servicesPausedMail } from '../mails.ts';
import { theRules } from './shop-lines.ts';

/** Pauses that the lists and prices decide: they end with their reason. The others are by people and refusals. */
const judged = ['gone', 'type_changed', 'limits_changed', 'below_cost'] as const satisfies SourcePause[];
const judgedInSql = sql.raw(judged.map((reason) => `'${reason}'`).join(', '));

const isBelowCost = isBelowCostInSql(sql`v.price_micros`, {
  costMicros: sql`l.cost_exact`,
  ratePicos: sql`p.rate_picos`,
  leastBasisPoints: sql`r.least_margin_basis_points`,
});

/** So that no statement takes long. */
const SERVICES_AT_ONCE = 1_000;

/**
 * Pauses every source that can't be bought at its service's price, or at all, and ends such pauses whose reason is over. A service whose
 * sources are all paused is hidden and paused, unless people have paused them all, and a mail to the admins is queued. The caller has
 * locked the services.
 * @param panel the panel's address, for the mail
 * @returns how many services were hidden; with one, the caller wakes the mailer after the commit
 */
export async function reviewSources(tx: Tx, serviceIds: number[], panel: string): Promise<number> {
  let hidden = 0;
  for (let start = 0; start < serviceIds.length; start += SERVICES_AT_ONCE)
    hidden += await reviewSome(tx, serviceIds.slice(start, start + SERVICES_AT_ONCE));
  if (hidden > 0) await writeMailToAdmins(tx, servicesPausedMail(panel), { about: 'services-paused' });
  return hidden;
}

async function reviewSome(tx: Tx, serviceIds: number[]): Promise<number> {
  const ids = sql.param(serviceIds);
  await tx.execute(sql`
    update service_sources s set paused_reason = judged.reason, paused_text = null,
      paused_at = case when judged.reason is not null then now() end
    from (
      select s.service_id, s.position, case
        when l.gone_at is not null then 'gone'
        when l.type is distinct from v.type then 'type_changed'
        when v.per <> 1 and (l.min > v.max or l.max < v.min) then 'limits_changed'
        when ${isBelowCost} then 'below_cost'
      end as reason
      from service_sources s
      join services v on v.id = s.service_id
      join supplier_services l on l.supplier_id = s.supplier_id and l.external_id = s.external_id
      join suppliers p on p.id = s.supplier_id
      cross join ${theRules} r
      where s.service_id = any(${ids}::bigint[]) and v.deleted_at is null
        and (s.paused_reason is null or s.paused_reason in (${judgedInSql}))
    ) as judged
    where s.service_id = judged.service_id and s.position = judged.position
      and s.paused_reason is distinct from judged.reason`);
  const hidden = await tx.execute(sql`
    update services v set hidden = true, paused_at = now(),
      paused_reason = case when sources.below_cost then 'below_cost' else 'gone' end
    from (
      select service_id, bool_or(paused_reason = 'below_cost') as below_cost
      from service_sources
      where service_id = any(${ids}::bigint[])
      group by service_id
      having bool_and(paused_at is not null) and bool_or(paused_reason <> 'person')
    ) as sources
    where v.id = sources.service_id and not v.hidden and v.deleted_at is null
    returning v.id`);
  return hidden.length;
}

/**
 * Displays services again that the panel paused and that can be bought now, because a person accepted the cost, changed the price, or
 * chose or resumed a source. Call it after {@link reviewSources}.
 */
export async function resumeServices(tx: Tx, serviceIds: number[]): Promise<void> {
  await tx.execute(sql`
    update services v set hidden = false
    where v.id = any(${sql.param(serviceIds)}::bigint[]) and v.paused_at is not null and v.deleted_at is null
      and exists (select from service_sources s where s.service_id = v.id and s.paused_at is null)`);
}
