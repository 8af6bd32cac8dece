import { bengaliSpellings, bengaliWords, shortForms } from './bengali-words.ts';
import { countries } from './countries.ts';
import { marketText } from './market-text.ts';
import { marketPlatforms } from './platforms.ts';

/** Phrases of more words are not in the tables. */
const MOST_WORDS = 3;

/** Bengali words, by the English ones in lower case. */
const dictionary = new Map<string, string>([
  ...countries.flatMap(({ name, nameBn, also }) =>
    [name, ...also].map((each) => [each.toLowerCase(), nameBn] as const),
  ),
  ...marketPlatforms
    .map(({ name, nameBn }) => [name.toLowerCase(), nameBn] as const)
    .filter(([one, bn]) => one !== bn.toLowerCase()),
  ...Object.entries(bengaliWords),
  ...Object.entries(bengaliSpellings).map(([word, [first = word]]) => [word, first] as const),
  ...Object.entries(shortForms).map(([short, word]) => [short, bengaliSpellings[word]?.[0] ?? word] as const),
]);

/**
 * Proposes the Bengali name of a service or category, word by word: numbers, signs, emojis and words that it does not know stay, and so
 * does the order.
 * @param name in any letters; what follows its first 500 UTF-16 units is cut off
 * @returns null if it knows no word of it
 */
export function proposeBengaliName(name: string): string | null {
  const { plain, words } = marketText(name);
  const found = [...plain.matchAll(/(?<![a-z\d])[a-z]+(?:\.[a-z])*(?![a-z\d])/gi)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  let bengali = '';
  let done = 0;
  let isKnown = false;
  for (let at = 0; at < found.length; at += 1) {
    for (let length = MOST_WORDS; length > 0; length -= 1) {
      const [first, last] = [found[at], found[at + length - 1]];
      if (!first || !last) continue;
      const translated = bengaliOf(plain.slice(first.start, last.end));
      if (translated === undefined) continue;
      bengali += kept(plain, words, done, first.start) + translated;
      done = last.end;
      at += length - 1;
      isKnown = true;
      break;
    }
  }
  return isKnown ? bengali + kept(plain, words, done, plain.length) : null;
}

/** The text between two positions with the spaces around it, which `words` leaves out. */
function kept(plain: string, words: (start: number, end: number) => string, start: number, end: number): string {
  const between = plain.slice(start, end);
  const text = words(start, end);
  if (text === '') return between === '' ? '' : ' ';
  return (/^\s/.test(between) ? ' ' : '') + text + (/\s$/.test(between) ? ' ' : '');
}

/** A word or phrase in Bengali: as it is, joined (`Tik Tok`), or in the singular, because Bengali has no plural after a number. */
function bengaliOf(phrase: string): string | undefined {
  const english = phrase.toLowerCase().replaceAll(/[ -]+/g, ' ');
  if (!/^[a-z. ]+$/.test(english)) return undefined;
  const one = english.replace(/s$/, '');
  return (
    dictionary.get(english) ??
    dictionary.get(one) ??
    (english.includes(' ') ? dictionary.get(english.replaceAll(' ', '')) : undefined)
  );
}
