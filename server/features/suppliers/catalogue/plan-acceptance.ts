import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Category } from '#shared/categories.ts';
import { proposeTarget } from '#shared/paste/service-target.ts';
import type { AcceptInput, LeftOutReason } from '#shared/supplier-catalogue.ts';
import { matchesFilter, proposalLines } from './proposal-lines.ts';

/** A line that becomes a service. */
export interface LineToCreate {
  externalId: string;
  category: Category;
  priceMicros: number;
  platform: string | null;
  /** Separated by commas. */
  kinds: string | null;
}

interface Plan {
  create: LineToCreate[];
  /** The ids of lines whose changes are accepted. */
  update: string[];
  leftOut: { externalId: string; reason: LeftOutReason }[];
}

interface PlannedLine extends Record<string, unknown> {
  externalId: string;
  name: string;
  leftOut: LeftOutReason | null;
  isUsed: boolean;
  category: Category | null;
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
    select external_id as "externalId", name, left_out as "leftOut", service_id is not null as "isUsed", category_by_words as category,
      price_by_rule as "priceMicros"
    from lines where ${condition}
    order by length(external_id), external_id`);
  const plan: Plan = { create: [], update: [], leftOut: [] };
  // A line that is chosen alone is confirmed by that.
  const confirmed = wanted?.size === 1 ? [...wanted.keys()] : (confirm ?? []);
  for (const line of rows) {
    const isConfirmed = line.leftOut === 'doubted' && confirmed.includes(line.externalId);
    place(plan, isConfirmed ? { ...line, leftOut: null } : line, wanted?.get(line.externalId));
  }
  if (wanted) {
    const found = new Set(rows.map(({ externalId }) => externalId));
    for (const externalId of wanted.keys())
      if (!found.has(externalId)) plan.leftOut.push({ externalId, reason: 'not_listed' });
  }
  return plan;
}

function place(plan: Plan, line: PlannedLine, chosen: Category | undefined): void {
  const { externalId, leftOut, isUsed, priceMicros } = line;
  const category = chosen ?? line.category;
  const isLeftOut = leftOut !== null && !(leftOut === 'no_category' && category !== null);
  if (isLeftOut) plan.leftOut.push({ externalId, reason: leftOut });
  else if (isUsed) plan.update.push(externalId);
  else if (category === null) plan.leftOut.push({ externalId, reason: 'no_category' });
  else if (priceMicros !== null) {
    const { platform, kinds } = proposeTarget(line.name, category);
    plan.create.push({ externalId, category, priceMicros, platform, kinds: kinds?.join() ?? null });
  }
}
