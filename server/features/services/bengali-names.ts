import { bengaliSpellings } from '#shared/market/bengali-words.ts';

/** য় has two spellings in Unicode. Of two words with the same beginning, the longer one is tried first. */
const known = Object.entries(bengaliSpellings)
  .flatMap(([name, spellings]) => spellings.map((spelling) => ({ name, spelling: spelling.normalize('NFC') })))
  .sort((one, other) => other.spelling.length - one.spelling.length);

/** Letters with a dot below are one code point in some texts and two in others. */
const dotted = [
  ['\u09af\u09bc', '\u09df'],
  ['\u09a1\u09bc', '\u09dc'],
  ['\u09a2\u09bc', '\u09dd'],
] as const;
/** A search with many such words uses only some of their spellings. */
const MAX_SPELLINGS = 12;

/**
 * The search with Bengali names of platforms and kinds translated to English, without endings as in "ফলোয়ারস". Undefined if it has
 * none.
 */
export function withEnglishNames(search: string): string | undefined {
  const before = search.normalize('NFC');
  const words = before
    .split(/\s+/)
    .map((word) => known.find(({ spelling }) => word.startsWith(spelling))?.name ?? word);
  const after = words.join(' ');
  return after === before ? undefined : after;
}

/** Whether a text has a Bengali letter. */
export function isBengali(text: string): boolean {
  return /\p{Script=Bengali}/u.test(text);
}

/** The search with English names of platforms and kinds in each Bengali spelling, without endings. Empty if it has none. */
export function inBengaliSpellings(search: string): string[] {
  const words = search.normalize('NFC').toLowerCase().split(/\s+/);
  const spellings = words.map((word) => spellingsOf(word) ?? [word]);
  if (spellings.every(([first], at) => first === words[at])) return [];
  const searches = spellings.reduce(
    (begun, endings) =>
      begun.flatMap((start) => endings.map((end) => (start ? `${start} ${end}` : end))).slice(0, MAX_SPELLINGS),
    [''],
  );
  return [
    ...new Set(
      searches.flatMap((each) => [each, dotted.reduce((text, [two, one]) => text.replaceAll(two, one), each)]),
    ),
  ];
}

function spellingsOf(word: string): readonly string[] | undefined {
  const found = Object.entries(bengaliSpellings).find(
    ([name]) => word.startsWith(name) && word.length <= name.length + 2,
  );
  return found?.[1].map((spelling) => spelling.normalize('NFC'));
}
