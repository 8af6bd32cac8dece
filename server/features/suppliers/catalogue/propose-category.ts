import { missingFor, type NewCategory, type ShopCategories } from '#server/base/lists/categories.ts';
import { readCategory, slugOf } from '#shared/market/categories.ts';

/** A line of a supplier's list that is new to the shop. */
interface NewLine {
  name: string;
  theirCategory: string;
  /** The category of the owner's table of words. */
  byWords: string | null;
}

export interface ProposedCategory extends NewCategory {
  isNew: boolean;
  /** It and its top, where the shop lacks them. */
  missing: NewCategory[];
}

/**
 * The category that the service of a new line gets. The owner's words decide the top, or a kind; the market's vocabulary says the rest. A
 * line that names no platform goes into `other`, so that none is left out.
 */
export function proposeCategory(
  { name, theirCategory, byWords }: NewLine,
  { bySlug }: ShopCategories,
): ProposedCategory {
  const chosen = byWords === null ? undefined : bySlug.get(byWords);
  if (chosen && (chosen.parent !== null || chosen.slug === 'feature')) return { ...chosen, isNew: false, missing: [] };
  const read = readCategory(name, theirCategory);
  const topSlug = chosen?.slug ?? read.top;
  const top = bySlug.get(topSlug);
  // The top was merged into a kind of another one.
  if (top && (top.parent !== null || top.slug === 'feature')) return { ...top, isNew: false, missing: [] };
  const slug = slugOf(top?.slug ?? topSlug, read.kind);
  const found = bySlug.get(slug);
  if (found) return { ...found, isNew: false, missing: [] };
  const [first, second] = missingFor(top?.slug ?? topSlug, read.kind, bySlug);
  const proposed = second ?? first;
  if (!proposed) throw new Error(`The category ${slug} is neither there nor missing`);
  return { ...proposed, isNew: true, missing: second && first ? [first, second] : [proposed] };
}
