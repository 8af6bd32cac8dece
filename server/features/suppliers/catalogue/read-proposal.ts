import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import {
  type ProposalCounts,
  type ProposalFilter,
  type ProposalInput,
  type ProposalLine,
  type ProposalPage,
  proposalChanges,
} from '#shared/supplier-catalogue.ts';
import { type SupplierMicros, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../../errors.ts';
import { assertAdmin } from '../../../identity/assert-admin.ts';
import { cutPage, lostPage } from '../../../lists/keyset.ts';
import { dollarsInSql } from '../../../suppliers/cost-in-sql.ts';
import { matchesFilter, proposalLines } from './proposal-lines.ts';

/**
 * A page of the lines of a supplier's list that differ from the shop, in the order of their ids, with the counts of all. Admins only.
 * @throws DomainError `not_found`, `bad_input` for a cursor
 */
export async function readProposal(
  db: Db,
  actor: Actor,
  { id, filter, cursor, limit }: ProposalInput,
): Promise<ProposalPage> {
  assertAdmin(actor);
  const { listedAt, listProblem: reason, listProblemText: text } = suppliers;
  const [supplier] = await db.select({ listedAt, reason, text }).from(suppliers).where(eq(suppliers.id, id));
  if (!supplier) throw new DomainError('not_found');
  const [rows, counts] = await Promise.all([
    db.execute<LineRow>(sql`
      with ${proposalLines(id)}
      select lines.external_id as "externalId", lines.name, lines.category, lines.description, lines.trade_type as "tradeType",
        lines.type, lines.cost_exact as "costMicros",
        case when ${nanos} <= ${sql.raw(String(Number.MAX_SAFE_INTEGER))} then ${nanos}::bigint end as "costNanos",
        coalesce(lines.per, 1000) as per, lines.min, lines.max, lines.refill, lines.cancel, lines.changes,
        lines.category_by_words as "suggestedCategory",
        case when lines.type is not null then lines.price_by_rule end as "priceByRuleMicros",
        coalesce(lines.services, 0) as services, v.id as "serviceId", v.name as "serviceName", v.price_micros as "priceMicros",
        v.priced_by_rule as "pricedByRule", v.hidden, v.paused_reason as "pausedReason", v.min as "serviceMin",
        v.max as "serviceMax", s.accepted_cost_exact as "acceptedMicros"
      from lines
      left join services v on v.id = lines.service_id
      left join service_sources s on s.service_id = v.id and s.supplier_id = lines.supplier_id
        and s.external_id = lines.external_id
      where ${matchesFilter(filter)} and ${after(cursor)}
      order by length(lines.external_id), lines.external_id
      limit ${limit + 1}`),
    countChanges(db, id, filter),
  ]);
  const { items, nextCursor } = cutPage([...rows], limit, ({ externalId }) =>
    Buffer.from(externalId).toString('base64url'),
  );
  const problem = supplier.reason === null ? null : { reason: supplier.reason, text: supplier.text ?? '' };
  return { items: items.map(present), nextCursor, counts, listedAt: supplier.listedAt, problem };
}

/** How many lines of a supplier's list have each change, and how many of a filter would be accepted. */
export async function countChanges(db: Db, supplierId: number, filter?: ProposalFilter): Promise<ProposalCounts> {
  const each = proposalChanges.map(
    (change) => sql`count(*) filter (where ${change} = any(changes))::int as ${sql.identifier(change)}`,
  );
  const [counts] = await db.execute<ProposalCounts>(sql`
    with ${proposalLines(supplierId)}
    select ${sql.join(each, sql`, `)}, count(*) filter (where cardinality(changes) > 0)::int as all,
      count(*) filter (where is_listed)::int as listed,
      count(*) filter (where ${matchesFilter(filter)} and left_out is null)::int as acceptable
    from lines`);
  if (!counts) throw new Error('Counting returned no row');
  return counts;
}

const LONGEST_ID = 64;

/** Lines are sorted by the length of their id, then by the id: numbers in their order. */
function after(cursor: string | null | undefined): SQL {
  if (!cursor) return sql`true`;
  const externalId = Buffer.from(cursor, 'base64url').toString();
  if (externalId === '' || externalId.length > LONGEST_ID) throw lostPage();
  return sql`(length(lines.external_id), lines.external_id) > (length(${externalId}::text), ${externalId}::text)`;
}

const nanos = dollarsInSql(sql`lines.cost_exact`, sql`lines.rate_picos`);

type Service = NonNullable<ProposalLine['service']>;
/** The columns of the service are null for a line that no service is bought of. */
type LineRow = Omit<ProposalLine, 'cost' | 'service'> & {
  costMicros: SupplierMicros;
  serviceId: number | null;
  serviceName: Service['name'];
  priceMicros: Service['priceMicros'];
  pricedByRule: boolean;
  hidden: boolean;
  pausedReason: Service['pausedReason'];
  serviceMin: number;
  serviceMax: number;
  acceptedMicros: SupplierMicros;
};

function present({ costMicros, serviceId, acceptedMicros, ...row }: LineRow): ProposalLine {
  const { serviceName, priceMicros, pricedByRule, hidden, pausedReason, serviceMin, serviceMax, ...line } = row;
  return {
    ...line,
    cost: supplierDecimal(costMicros, AMOUNT_SCALE),
    service:
      serviceId === null
        ? null
        : {
            ...{ id: serviceId, name: serviceName, priceMicros, pricedByRule, hidden, pausedReason },
            ...{ min: serviceMin, max: serviceMax, acceptedCost: supplierDecimal(acceptedMicros, AMOUNT_SCALE) },
          },
  };
}
