import { firstOf } from './first-of.ts';
import { marketPlatforms } from './platforms.ts';

const first = firstOf(marketPlatforms);

/** A bracket behind a word tells about the accounts, and not what is sold. */
const LATER_BRACKETS = /(?<=\w ?)[[(][^\])[(]{0,200}[\])]/g;

/** Words that also tell about devices and sources: a category that names a platform counts before them. */
const VAGUE: ReadonlySet<string> = new Set(['app', 'google', 'website']);

/**
 * The slug of the platform that a name is about: the first one outside later brackets, else what its category says, else the first one.
 * @param name at most some hundred characters, in plain letters
 * @param otherwise what the category says; not asked if the name is clear
 * @returns null if nothing says a platform
 */
export function platformInName(name: string, otherwise: () => string | null = () => null): string | null {
  const clear = first(name.replaceAll(LATER_BRACKETS, ' '))?.slug;
  if (clear !== undefined && !VAGUE.has(clear)) return clear;
  return otherwise() ?? clear ?? first(name)?.slug ?? null;
}
