import { eq, sql } from 'drizzle-orm';
import { services } from '#db/schema/services.ts';
import type { ServiceSourcing, SetPriceRuleInput } from '#shared/supplier-catalogue.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { reviewSources } from '../../suppliers/catalogue/review-sources.ts';
import { readSourcing } from './read-sources.ts';
import { lockService } from './set-sources.ts';

/**
 * Makes a service's price follow the cost at its first source, or fixes it as it is. A price by rule follows at once: the call accepts
 * the present cost. Admins only.
 * @throws DomainError `service_not_found`, `bad_input` for a rule of a service without a source, or one that makes an impossible price
 */
export async function setPriceRule(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { id, byRule, marginPercent: marginBasisPoints }: SetPriceRuleInput,
): Promise<ServiceSourcing> {
  assertAdmin(actor);
  const sourcing = await db.transaction(async (tx) => {
    const { name } = await lockService(tx, id);
    const before = await readSourcing(tx, id);
    const facts = { pricedByRule: services.pricedByRule, priceMicros: services.priceMicros };
    const [priceBefore] = await tx.select(facts).from(services).where(eq(services.id, id));
    await tx
      .update(services)
      .set({
        pricedByRule: byRule,
        ...(marginBasisPoints !== undefined && { marginBasisPoints }),
        updatedAt: sql`now()`,
      })
      .where(eq(services.id, id));
    if (byRule) {
      await tx.execute(sql`
        update service_sources s set accepted_cost_exact = l.cost_exact, accepted_at = now(), accepted_by = ${actor.id}
        from supplier_services l
        where s.service_id = ${id} and s.position = 1 and l.supplier_id = s.supplier_id and l.external_id = s.external_id
          and s.accepted_cost_exact <> l.cost_exact`);
      const { sources, priceByRuleMicros } = await readSourcing(tx, id);
      if (sources.length === 0) throw fieldError('bad_input', 'byRule', 'A price by rule needs a source');
      if (priceByRuleMicros === null)
        throw fieldError('bad_input', 'marginPercent', 'The price by this rule would be nothing or too large');
    }
    await reviewSources(tx, [id]);
    const after = await readSourcing(tx, id);
    const [priceAfter] = await tx.select(facts).from(services).where(eq(services.id, id));
    await recordAction(tx, actor, {
      action: 'service.setPriceRule',
      subject: 'service',
      subjectId: id,
      subjectName: name,
      before: { ...priceBefore, marginPercent: before.marginPercent },
      after: { ...priceAfter, marginPercent: after.marginPercent },
    });
    return after;
  });
  events.publish('services');
  return sourcing;
}
