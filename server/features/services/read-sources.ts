import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { ServiceSource, ServiceSourcing } from '#shared/supplier-catalogue.ts';
import { type SupplierMicros, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { priceByRule } from '../../suppliers/catalogue/follow-sources.ts';
import { theRules } from '../../suppliers/catalogue/shop-lines.ts';
import { dollarsInSql } from '../../suppliers/cost-in-sql.ts';

/**
 * Where a service is bought, in order, and how its price and fields follow the first source. Admins only.
 * @throws DomainError `service_not_found`
 */
export async function readSources(db: Db, actor: Actor, { id }: { id: number }): Promise<ServiceSourcing> {
  assertAdmin(actor);
  return readSourcing(db, id);
}

const nanos = dollarsInSql(sql`l.cost_exact`, sql`p.rate_picos`);

/** @throws DomainError `service_not_found` */
export async function readSourcing(db: Db | Tx, id: number): Promise<ServiceSourcing> {
  const { pricedByRule, marginBasisPoints, fieldsOfSupplier, pausedReason, pausedAt } = services;
  const [service] = await db
    .select({ pricedByRule, marginBasisPoints, fieldsOfSupplier, pausedReason, pausedAt })
    .from(services)
    .where(eq(services.id, id));
  if (!service) throw new DomainError('service_not_found');
  const rows = await db.execute<SourceRow>(sql`
    select s.position, s.supplier_id as "supplierId", p.name as "supplierName", p.stopped_at is not null as "supplierStopped", p.currency,
      s.external_id as "externalId", l.name, l.category, l.trade_type as "tradeType", l.type, l.cost_exact as "costMicros",
      case when ${nanos} <= ${sql.raw(String(Number.MAX_SAFE_INTEGER))} then ${nanos}::bigint end as "costNanos",
      v.per, l.min, l.max, l.refill, l.cancel, s.accepted_cost_exact as "acceptedMicros",
      ${epochMs('s.accepted_at')} as "acceptedMs", s.paused_reason as "pausedReason", ${epochMs('s.paused_at')} as "pausedMs",
      s.paused_text as "pausedText", ${epochMs('l.gone_at')} as "goneMs", ${priceByRule(sql`v.margin_basis_points`)} as "priceByRuleMicros",
      coalesce(v.margin_basis_points, p.margin_basis_points, r.margin_basis_points) as "appliedMargin"
    from service_sources s
    join services v on v.id = s.service_id
    join suppliers p on p.id = s.supplier_id
    join supplier_services l on l.supplier_id = s.supplier_id and l.external_id = s.external_id
    cross join ${theRules} r
    where s.service_id = ${id}
    order by s.position`);
  const [first] = rows;
  const [rules] = await db.execute<{ margin: number }>(sql`select margin_basis_points as margin from supplier_rules`);
  const margin = service.marginBasisPoints;
  return {
    sources: rows.map(present),
    pricedByRule: service.pricedByRule,
    marginPercent: margin === null ? null : margin / 100,
    appliedMarginPercent: (first?.appliedMargin ?? margin ?? rules?.margin ?? 0) / 100,
    priceByRuleMicros: first?.priceByRuleMicros ?? null,
    fieldsOfSupplier: service.fieldsOfSupplier,
    pausedReason: service.pausedReason,
    pausedAt: service.pausedAt,
  };
}

/** Milliseconds, because plain statements return times as texts. */
const epochMs = (column: string) => sql`(extract(epoch from ${sql.raw(column)}) * 1000)::bigint`;

type SourceRow = Omit<ServiceSource, 'cost' | 'acceptedCost' | 'acceptedAt' | 'pausedAt' | 'goneAt'> & {
  costMicros: SupplierMicros;
  acceptedMicros: SupplierMicros;
  acceptedMs: number;
  pausedMs: number | null;
  goneMs: number | null;
  priceByRuleMicros: ServiceSourcing['priceByRuleMicros'];
  appliedMargin: number;
};

function present(row: SourceRow): ServiceSource {
  const {
    costMicros,
    acceptedMicros,
    acceptedMs,
    pausedMs,
    goneMs,
    priceByRuleMicros: _,
    appliedMargin: __,
    ...others
  } = row;
  return {
    ...others,
    cost: supplierDecimal(costMicros, AMOUNT_SCALE),
    acceptedCost: supplierDecimal(acceptedMicros, AMOUNT_SCALE),
    acceptedAt: new Date(acceptedMs),
    pausedAt: pausedMs === null ? null : new Date(pausedMs),
    goneAt: goneMs === null ? null : new Date(goneMs),
  };
}
