import { bengaliSpellings, bengaliWords } from './bengali-words.ts';
import { firstOf, type Row } from './first-of.ts';
import { marketKinds, weakKinds } from './kinds.ts';
import { marketText } from './market-text.ts';
import { platformInName } from './platform-in-name.ts';
import { marketPlatforms, siteWords } from './platforms.ts';

/** The top of the lines that say no platform. */
export const OTHER = { slug: 'other', name: 'Other', nameBn: 'অন্যান্য' } as const;

/** The top with the kinds of one, as slugs. */
export interface CategoryRead {
  /** The slug of a platform; `other` for a line that says none. */
  top: string;
  /** Null for a line that says none. */
  kind: string | null;
}

const strongKind = firstOf(marketKinds);
const weakKind = firstOf(weakKinds);
const kindIn = (text: string): string | null => (strongKind(text) ?? weakKind(text))?.slug ?? null;

/** Kinds that a site has; a name with another one is of the platform that it names. */
const SITE_KINDS: ReadonlySet<string | null> = new Set([null, 'traffic', 'visitors', 'seo', 'clicks', 'impressions']);

/**
 * Reads the category of a supplier's line. What its name says counts before what the supplier's category says.
 * @param name in any letters and in English or Bengali; what follows its first 500 UTF-16 units is ignored
 * @param theirCategory the supplier's own words for the category
 */
export function readCategory(name: string, theirCategory = ''): CategoryRead {
  const [own, theirs] = [inEnglish(name), inEnglish(theirCategory)];
  const kind = kindIn(own);
  return { top: topOf(own, theirs, kind), kind: kind ?? kindIn(theirs) };
}

function topOf(own: string, theirs: string, kind: string | null): string {
  if (siteWords.test(own)) return 'website';
  const top = platformInName(own, () => (siteWords.test(theirs) ? 'website' : platformInName(theirs)));
  if (top !== null && siteWords.test(theirs) && SITE_KINDS.has(kind)) return 'website';
  return top ?? OTHER.slug;
}

/** The slug of a category: of a top, or of a kind in it. */
export function slugOf(top: string, kind: string | null = null): string {
  return kind === null ? top : `${top}-${kind}`;
}

const tops = new Map<string, Omit<Row, 'words'>>([OTHER, ...marketPlatforms].map((row) => [row.slug, row]));
const kinds = new Map([...weakKinds, ...marketKinds].map((row) => [row.slug, row]));

/**
 * The names of a new category: a top is called like its platform, and a kind like itself ("Followers").
 * @param kind null for the top itself
 * @returns the slug as its name if it is of no known platform or kind
 */
export function categoryNames(top: string, kind: string | null = null): { name: string; nameBn: string } {
  const { name, nameBn } = (kind === null ? tops.get(top) : kinds.get(kind)) ?? {
    name: kind ?? top,
    nameBn: kind ?? top,
  };
  return { name, nameBn };
}

/** Bengali words, the longest first, because one may begin like another. */
const bengali = [
  ...Object.entries(bengaliSpellings).flatMap(([word, all]) =>
    all.map((each) => [each.normalize('NFC'), word] as const),
  ),
  ...Object.entries(bengaliWords).map(([word, each]) => [each.normalize('NFC'), word] as const),
].toSorted(([one], [other]) => other.length - one.length);

/** A text with its Bengali words in English: word by word, without their endings (`ফলোয়ারস`). */
function inEnglish(text: string): string {
  const { plain } = marketText(text);
  return plain.replaceAll(/[\u0980-\u09ff\u200c\u200d]+/g, (word) => {
    const found = bengali.find(([each]) => word.startsWith(each));
    return found?.[1] ?? word;
  });
}

/** The slugs of the platforms. */
export const platformSlugs: ReadonlySet<string> = new Set(marketPlatforms.map(({ slug }) => slug));

/** The top and the kind of a slug of the market's vocabulary; another slug is a top. */
export function splitSlug(slug: string): [top: string, kind: string | null] {
  for (let at = slug.indexOf('-'); at > 0; at = slug.indexOf('-', at + 1)) {
    const [top, kind] = [slug.slice(0, at), slug.slice(at + 1)];
    if (tops.has(top) && kinds.has(kind)) return [top, kind];
  }
  return [slug, null];
}
