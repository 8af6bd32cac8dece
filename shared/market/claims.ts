import type { MarketText } from './market-text.ts';

/** What a text says about a fact: nothing, one thing with the words that say it, or several things that can't all be true. */
export type Said<Value> = { value: Value; words: string } | 'unclear' | null;

/** A form in which names state a fact; `read` returns undefined where the words turn out to say something else. */
export interface Form<Value> {
  pattern: RegExp;
  read: (groups: Partial<Record<string, string>>) => Value | undefined;
}

export const form = <Value>(pattern: RegExp, read: Form<Value>['read']): Form<Value> => ({ pattern, read });

/**
 * What a text says by any of some forms. Two equal statements are one; two that differ are unclear.
 * @param forms with the flag `g`
 */
export function saidIn<Value>(text: MarketText, forms: readonly Form<Value>[]): Said<Value> {
  let said: Said<Value> = null;
  for (const { pattern, read } of forms) {
    for (const found of text.plain.matchAll(pattern)) {
      const value = read(found.groups ?? {});
      if (value === undefined) continue;
      if (said === null) said = { value, words: text.words(found.index, found.index + found[0].length) };
      else if (!isSame(said.value, value)) return 'unclear';
    }
  }
  return said;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A pattern of parts in angle brackets, `<days>`, that may have parts themselves. */
export function patternOf(parts: Readonly<Record<string, string>>, source: string): RegExp {
  let whole = source;
  for (let depth = 0; depth < 4; depth += 1) {
    whole = whole.replaceAll(/(?<!\(\?)<(\w+)>/g, (part, name: string) => (parts[name] ? `(?:${parts[name]})` : part));
  }
  return new RegExp(whole.normalize('NFC'), 'gi');
}
