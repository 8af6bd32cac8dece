import { and, asc, eq, gt, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { supplierUnreadableLines } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { DomainError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { readCategories, type ShopCategories } from '#server/base/lists/categories.ts';
import { cutPage, lostPage } from '#server/base/lists/keyset.ts';
import { containing } from '#server/base/lists/search-text.ts';
import { presentReadFacts } from '#shared/market/read-fact-fields.ts';
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
import { dollarsInSql } from '../../../suppliers/cost-in-sql.ts';
import { matchesFilter, proposalLines } from './proposal-lines.ts';
import { proposeCategory } from './propose-category.ts';

/**
 * A page of the lines of a supplier's list that differ from the shop, in the order of their ids, or of those that can't be read, in the
 * order of the list; with the counts of all. Admins only.
 * @throws DomainError `not_found`, `bad_input` for a cursor
 */
export async function readProposal(
  db: Db,
  actor: Actor,
  { id, filter, cursor, limit }: ProposalInput,
): Promise<ProposalPage> {
  assertAdmin(actor);
  const { listedAt, listProblem: reason, listProblemText: text, linesLeftOut: leftOut } = suppliers;
  const [supplier] = await db.select({ listedAt, reason, text, leftOut }).from(suppliers).where(eq(suppliers.id, id));
  if (!supplier) throw new DomainError('not_found');
  const page = { cursor, limit };
  const [{ items, nextCursor }, counts] = await Promise.all([
    filter?.change === 'unreadable' ? readUnreadable(db, id, filter, page) : readLines(db, id, filter, page),
    countChanges(db, id, filter),
  ]);
  const problem = supplier.reason === null ? null : { reason: supplier.reason, text: supplier.text ?? '' };
  return { items, nextCursor, counts, leftOut: supplier.leftOut, listedAt: supplier.listedAt, problem };
}

type Page = Pick<ProposalInput, 'cursor' | 'limit'>;

async function readUnreadable(db: Db, supplierId: number, { search }: ProposalFilter, { cursor, limit }: Page) {
  const lastLine = cursor ? Number(cursor) : 0;
  if (!Number.isSafeInteger(lastLine)) throw lostPage();
  const { supplierId: of, lineNo, externalId, name, reason } = supplierUnreadableLines;
  const pattern = search && containing(search);
  const rows = await db
    .select({ externalId, place: lineNo, name, reason })
    .from(supplierUnreadableLines)
    .where(
      and(
        eq(of, supplierId),
        gt(lineNo, lastLine),
        pattern ? or(ilike(name, pattern), ilike(externalId, pattern)) : undefined,
      ),
    )
    .orderBy(asc(lineNo))
    .limit(limit + 1);
  const { items, nextCursor } = cutPage(rows, limit, ({ place }) => String(place));
  return { items: items.map((line) => ({ ...EMPTY, ...line })), nextCursor };
}

const EMPTY: Omit<ProposalLine, 'externalId' | 'place' | 'name' | 'reason'> = {
  ...{
    changes: ['unreadable'],
    category: null,
    theirCategory: '',
    facts: [],
    description: '',
    tradeType: '',
    type: null,
    cost: '0',
    costNanos: null,
    per: 1000,
  },
  ...{ min: 0, max: 0, refill: false, cancel: false, isDoubted: false, pausedReason: null, pausedText: null },
  ...{ priceByRuleMicros: null, service: null, services: 0 },
};

async function readLines(db: Db, id: number, filter: ProposalFilter | undefined, { cursor, limit }: Page) {
  const rows = await db.execute<LineRow>(sql`
      with ${proposalLines(id)}
      select lines.external_id as "externalId", lines.name, lines.category as "theirCategory", lines.description, lines.trade_type as "tradeType",
        lines.type, lines.cost_exact as "costMicros",
        case when ${nanos} <= ${sql.raw(String(Number.MAX_SAFE_INTEGER))} then ${nanos}::bigint end as "costNanos",
        coalesce(lines.per, 1000) as per, lines.min, lines.max, lines.refill, lines.cancel, lines.changes,
        lines.asks_alone as "isDoubted", lines.paused_reason as "pausedReason", lines.paused_text as "pausedText",
        lines.category_by_words as "byWords", lines.service_id is null and lines.type is not null as "isNew",
        case when lines.type is not null then lines.price_by_rule end as "priceByRuleMicros",
        coalesce(lines.services, 0) as services, v.id as "serviceId", v.name as "serviceName", v.price_micros as "priceMicros",
        v.priced_by_rule as "pricedByRule", v.hidden, v.paused_reason as "servicePause", v.min as "serviceMin",
        v.max as "serviceMax", s.accepted_cost_exact as "acceptedMicros"
      from lines
      left join services v on v.id = lines.service_id
      left join service_sources s on s.service_id = v.id and s.supplier_id = lines.supplier_id
        and s.external_id = lines.external_id
      where ${matchesFilter(filter)} and ${after(cursor)}
      order by length(lines.external_id), lines.external_id
      limit ${limit + 1}`);
  const { items, nextCursor } = cutPage([...rows], limit, ({ externalId }) =>
    Buffer.from(externalId ?? '').toString('base64url'),
  );
  const shop = await readCategories(db);
  return { items: items.map((line) => present(line, shop)), nextCursor };
}

/** How many lines of a supplier's list have each change, and how many of a filter would be accepted. */
export async function countChanges(db: Db, supplierId: number, filter?: ProposalFilter): Promise<ProposalCounts> {
  const each = proposalChanges
    .filter((change) => change !== 'unreadable')
    .map((change) => sql`count(*) filter (where ${matchesFilter({ change })})::int as ${sql.identifier(change)}`);
  const [counts] = await db.execute<ProposalCounts>(sql`
    with ${proposalLines(supplierId)}
    select ${sql.join(each, sql`, `)}, count(*) filter (where cardinality(changes) > 0)::int as all,
      (select lines_unreadable from suppliers where id = ${supplierId}) as unreadable,
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
type LineRow = Omit<ProposalLine, 'cost' | 'service' | 'reason' | 'place' | 'category' | 'facts'> & {
  byWords: string | null;
  /** Whether accepting it makes a service. */
  isNew: boolean;
  costMicros: SupplierMicros;
  serviceId: number | null;
  serviceName: Service['name'];
  priceMicros: Service['priceMicros'];
  pricedByRule: boolean;
  hidden: boolean;
  servicePause: Service['pausedReason'];
  serviceMin: number;
  serviceMax: number;
  acceptedMicros: SupplierMicros;
};

function present({ costMicros, serviceId, acceptedMicros, ...row }: LineRow, shop: ShopCategories): ProposalLine {
  const {
    serviceName,
    priceMicros,
    pricedByRule,
    hidden,
    servicePause,
    serviceMin,
    serviceMax,
    byWords,
    isNew,
    ...line
  } = row;
  const { missing: _, parent: __, ...category } = proposeCategory({ ...line, byWords }, shop);
  return {
    ...line,
    ...{ reason: null, place: null },
    category: isNew ? category : null,
    facts: isNew ? presentReadFacts(line.name, line.description) : [],
    cost: supplierDecimal(costMicros, AMOUNT_SCALE),
    service:
      serviceId === null
        ? null
        : {
            ...{ id: serviceId, name: serviceName, priceMicros, pricedByRule, hidden, pausedReason: servicePause },
            ...{ min: serviceMin, max: serviceMax, acceptedCost: supplierDecimal(acceptedMicros, AMOUNT_SCALE) },
          },
  };
}
