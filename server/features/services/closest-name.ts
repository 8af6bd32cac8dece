import { bengaliSpellings, shortForms } from '#shared/market/bengali-words.ts';

interface Spelling {
  /** The English name of the platform or kind. */
  name: string;
  spelling: string;
}

const spellings: readonly Spelling[] = Object.entries(bengaliSpellings).flatMap(([name, inBengali]) =>
  [name, `${name}s`, ...inBengali].map((spelling) => ({ name, spelling: spelling.normalize('NFC') })),
);

/** Longer words are no names of platforms or kinds. */
const LONGEST = 24;

/** The English name of the platform or kind that a word, in either language, is closest to; undefined if it is close to none. */
export function closestName(word: string): string | undefined {
  const typed = word.normalize('NFC').toLowerCase();
  if (typed.length > LONGEST) return undefined;
  const meant = shortForms[typed] ?? spellings.find(({ spelling }) => spelling === typed)?.name;
  if (meant !== undefined) return meant;
  let closest: (Spelling & { distance: number }) | undefined;
  for (const known of spellings) {
    const most = Math.min(typosIn(typed), closest ? closest.distance - 1 : LONGEST);
    const distance = editDistance(typed, known.spelling, most);
    if (distance <= most) closest = { ...known, distance };
  }
  return closest?.name;
}

/** A short word with two typos could be any other word. */
function typosIn({ length }: string): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}

/**
 * The number of letters to add, remove, replace or swap with a neighbour to get from one word to the other.
 * @returns `most + 1` if it is more than `most`
 */
function editDistance(one: string, other: string, most: number): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, letter] of from.entries()) {
    const line = [row + 1];
    for (const [at, otherLetter] of to.entries()) {
      const isSwapped = letter === to[at - 1] && from[row - 1] === otherLetter;
      line.push(
        Math.min(
          (last[at] ?? 0) + (letter === otherLetter ? 0 : 1),
          (last[at + 1] ?? 0) + 1,
          (line[at] ?? 0) + 1,
          isSwapped ? (beforeLast[at - 1] ?? 0) + 1 : most + 1,
        ),
      );
    }
    if (Math.min(...line) > most) return most + 1;
    [beforeLast, last] = [last, line];
  }
  return Math.min(last[to.length] ?? 0, most + 1);
}
