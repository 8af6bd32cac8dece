/** A long name in two parts; cutting the first one keeps the end visible, which tells similar names apart. */
export interface SplitName {
  /** With the space before the end. */
  beginning: string;
  end: string;
}

/** Shorter names are not split. */
const SHORTEST_SPLIT = 14;

/**
 * Splits a name before its last words.
 * @param mostCharacters the length of the end, at most half of the name
 */
export function splitName(name: string, mostCharacters: number): SplitName {
  if (name.length < SHORTEST_SPLIT) return { beginning: '', end: name };
  const from = name.length - Math.min(mostCharacters, Math.floor(name.length / 2));
  const afterSpace = name.indexOf(' ', from - 1) + 1;
  // A single long word is split between two letters.
  const at = afterSpace > 0 && afterSpace < name.length ? afterSpace : betweenLetters(name, from);
  return { beginning: name.slice(0, at), end: name.slice(at) };
}

/** Not within a surrogate pair, nor between a letter and its vowel sign. */
function betweenLetters(name: string, from: number): number {
  let at = from;
  while (at > 0 && /^[\p{M}\uDC00-\uDFFF\u200D]/u.test(name.slice(at))) at--;
  return at;
}

/** Cuts a text at a space, if there is one in its second half. */
export function beginningOf(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  const space = text.lastIndexOf(' ', mostCharacters);
  return text.slice(0, space > mostCharacters / 2 ? space : betweenLetters(text, mostCharacters));
}
