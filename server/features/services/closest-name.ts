import { bengaliSpellings } from './bengali-names.ts';
import { editDistance } from './edit-distance.ts';

/** The short forms that customers type. */
const shortForms: Readonly<Record<string, string>> = {
  fb: 'facebook',
  ig: 'instagram',
  insta: 'instagram',
  yt: 'youtube',
  tt: 'tiktok',
  tg: 'telegram',
  wa: 'whatsapp',
  subs: 'subscriber',
};

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
