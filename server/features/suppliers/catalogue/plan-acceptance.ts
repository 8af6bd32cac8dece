import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { fieldError } from '#server/base/errors.ts';
import { type NewCategory, readCategories, type ShopCategories } from '#server/base/lists/categories.ts';
import { proposeBengaliName } from '#shared/market/bengali.ts';
import { readFactFields } from '#shared/market/read-fact-fields.ts';
import { MAX_NAME_LENGTH } from '#shared/services.ts';
import { proposeTarget } from '#shared/paste/service-target.ts';
import type { AcceptInput, LeftOutReason } from '#shared/supplier-catalogue.ts';
import { matchesFilter, proposalLines } from './proposal-lines.ts';
import { type ProposedCategory, proposeCategory } from './propose-category.ts';

/** A line that becomes a service. */
export interface LineToCreate {
  externalId: string;
  category: string;
  priceMicros: number;
  platform: string | null;
  /** Separated by commas, as quality. */
  kinds: string | null;
  quality: string | null;
  nameBn: string | null;
  refillDays: number | null;
  autoRefill: boolean;
  startMinutes: number | null;
  speedPerDay: number | null;
  country: string | null;
  drop: string | null;
  kind: string | null;
}

interface Plan {
  create: LineToCreate[];
  /** The categories that the shop lacks. */
  categories: NewCategory[];
  /** The ids of lines whose changes are accepted. */
  update: string[];
  leftOut: { externalId: string; reason: LeftOutReason }[];
}

interface PlannedLine extends Record<string, unknown> {
  externalId: string;
  name: string;
  leftOut: LeftOutReason | null;
  isUsed: boolean;
  description: string;
  theirCategory: string;
  byWords: string | null;
  refill: boolean;
  defaultRefillDays: number;
  /** Null for a price of 0 and one above the largest. */
  priceMicros: number | null;
}

/**
 * What accepting means for each of the chosen lines. The caller has locked the catalogue.
 * @param input chosen lines, or all that match its filter
 */
export async function planAcceptance(
  tx: Tx,
  { id, lines: chosen, confirm, filter, marginPercent }: Omit<AcceptInput, 'requestId' | 'readAt'>,
): Promise<Plan> {
  const wanted =
    chosen &&
    new Map(chosen.map((line) => (typeof line === 'string' ? [line, undefined] : [line.externalId, line.category])));
  const condition = wanted
    ? sql`lines.external_id = any(${sql.param([...wanted.keys()])}::text[])`
    : matchesFilter(filter);
  const rows = await tx.execute<PlannedLine>(sql`
    with ${proposalLines(id, marginPercent)}
    select external_id as "externalId", name, description, category as "theirCategory", refill, left_out as "leftOut", service_id is not null as "isUsed", category_by_words as "byWords",
      price_by_rule as "priceMicros", (select refill_days from supplier_rules) as "defaultRefillDays"
    from lines where ${condition}
    order by length(external_id), external_id`);
  const shop = await readCategories(tx);
  const missing = new Map<string, NewCategory>();
  const plan: Plan = { create: [], update: [], leftOut: [], categories: [] };
  // A line that is chosen alone is confirmed by that.
  const confirmed = wanted?.size === 1 ? [...wanted.keys()] : (confirm ?? []);
  for (const line of rows) {
    const isConfirmed = line.leftOut === 'doubted' && confirmed.includes(line.externalId);
    place({ plan, shop, missing }, isConfirmed ? { ...line, leftOut: null } : line, wanted?.get(line.externalId));
  }
  if (wanted) {
    const found = new Set(rows.map(({ externalId }) => externalId));
    for (const externalId of wanted.keys())
      if (!found.has(externalId)) plan.leftOut.push({ externalId, reason: 'not_listed' });
  }
  plan.categories = [...missing.values()];
  return plan;
}

interface Placing {
  plan: Plan;
  shop: ShopCategories;
  missing: Map<string, NewCategory>;
}

/** @throws DomainError `bad_input` beside `lines` if a chosen category does not exist */
function place({ plan, shop, missing }: Placing, line: PlannedLine, chosen: string | undefined): void {
  const { externalId, leftOut, isUsed, priceMicros } = line;
  if (leftOut !== null) plan.leftOut.push({ externalId, reason: leftOut });
  else if (isUsed) plan.update.push(externalId);
  else if (priceMicros !== null) {
    const category = categoryOf(line, shop, chosen);
    for (const each of category.missing) missing.set(each.slug, each);
    plan.create.push({ externalId, category: category.slug, priceMicros, ...factsOf(line, category) });
  }
}

function categoryOf(line: PlannedLine, shop: ShopCategories, chosen: string | undefined): ProposedCategory {
  const proposed = proposeCategory(line, shop);
  if (chosen === undefined || chosen === proposed.slug) return proposed;
  const found = shop.bySlug.get(chosen);
  if (!found) throw fieldError('bad_input', 'lines', `There is no category ${chosen}`);
  return { ...found, isNew: false, missing: [] };
}

/** What the texts of a line say about its service. A supplier without refills has none, whatever its texts promise. */
function factsOf({ name, description, refill, defaultRefillDays }: PlannedLine, { slug, parent }: ProposedCategory) {
  const top = parent ?? slug;
  const { refillDays, autoRefill, ...facts } = readFactFields(name, description, kindIn(slug, parent));
  const { platform, kinds } = proposeTarget(name, top);
  return {
    ...{ platform, kinds: kinds?.join() ?? null, nameBn: bengaliNameOf(name) },
    ...{ startMinutes: null, speedPerDay: null, country: null, drop: null, kind: null, ...facts },
    quality: facts.quality?.join() ?? null,
    refillDays: refill ? (refillDays === undefined ? defaultRefillDays : refillDays) : null,
    autoRefill: refill && autoRefill === true,
  };
}

/** The proposed name, if it is not too long. */
function bengaliNameOf(name: string): string | null {
  const proposed = proposeBengaliName(name.slice(0, MAX_NAME_LENGTH));
  return proposed !== null && proposed.length <= MAX_NAME_LENGTH ? proposed : null;
}

/** What a kind of the market sells: `followers` of `instagram-followers`. */
function kindIn(slug: string, parent: string | null): string | undefined {
  return parent !== null && slug.startsWith(`${parent}-`) ? slug.slice(parent.length + 1) : undefined;
}
