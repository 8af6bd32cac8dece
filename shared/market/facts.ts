import { form, type Said, saidIn } from './claims.ts';
import { COUNTRY_CODES, countries } from './countries.ts';
import { mostIn, speedIn, startIn } from './facts-amounts.ts';
import { refillIn } from './facts-refill.ts';
import { FLAG_A, LONGEST_DESCRIPTION, type MarketText, marketText } from './market-text.ts';

/** What names say about the accounts that deliver. */
export const qualityWords = [
  'real',
  'active',
  'hq',
  'lq',
  'bot',
  'mixed',
  'male',
  'female',
  'premium',
  'verified',
  'aged',
  'organic',
] as const;
export type QualityWord = (typeof qualityWords)[number];

/** How much of what was delivered is lost later. */
export const dropLevels = ['none', 'low', 'possible'] as const;
export type DropLevel = (typeof dropLevels)[number];

/** What a name says in words and brackets. Each fact has the words that it was read from, as they are shown. */
export interface Facts {
  /** For how many days: 1 to 3,650 (also "lifetime"), or 0 for "no refill". `auto`: without a request. */
  refill?: { days: number; auto: boolean; words: string };
  /** The latest start after the order; 0 for an instant one. */
  start?: { minutes: number; words: string };
  /** The least that is claimed. */
  speed?: { perDay: number; words: string };
  /** The largest order. */
  max?: { units: number; words: string };
  /** In the order of {@link qualityWords}; `words` has a comma between those of two. */
  quality?: { is: QualityWord[]; words: string };
  /** One country, as ISO 3166-1 alpha-2; regions are none. */
  country?: { code: string; words: string };
  drop?: { is: DropLevel; words: string };
}

/**
 * Reads the facts that a service's name states; of the description those that the name does not mention. What can be read in two ways,
 * or is said in two ways, is not read.
 * @param name in any letters; what follows its first 500 UTF-16 units is ignored
 * @param description may have lines and simple markup; what follows its first 5,000 UTF-16 units is ignored
 */
export function readFacts(name: string, description = ''): Facts {
  const texts: Source[] = [{ text: marketText(name), isName: true }];
  if (description !== '') {
    const lines = description.slice(0, LONGEST_DESCRIPTION).replaceAll(/<[^<>]{0,100}>/g, '\n');
    texts.push({ text: marketText(lines, LONGEST_DESCRIPTION), isName: false });
  }
  const refill = firstSaid(texts, ({ text, isName }) => refillIn(text, isName));
  const start = firstSaid(texts, ({ text, isName }) => startIn(text, isName));
  const speed = firstSaid(texts, ({ text }) => speedIn(text));
  const max = firstSaid(texts, ({ text, isName }) => mostIn(text, isName));
  const quality = firstSaid(texts, qualityIn);
  const country = firstSaid(texts, countryIn);
  const drop = firstSaid(texts, ({ text }) => saidIn(text, dropForms));
  return {
    ...(refill && { refill: { ...refill.value, words: refill.words } }),
    ...(start && { start: { minutes: start.value, words: start.words } }),
    ...(speed && { speed: { perDay: speed.value, words: speed.words } }),
    ...(max && { max: { units: max.value, words: max.words } }),
    ...(quality && { quality: { is: quality.value, words: quality.words } }),
    ...(country && { country: { code: country.value, words: country.words } }),
    ...(drop && { drop: { is: drop.value, words: drop.words } }),
  };
}

interface Source {
  text: MarketText;
  isName: boolean;
}

/** The name counts even where it is unclear: a description does not settle what it means. */
function firstSaid<Value>(sources: readonly Source[], read: (source: Source) => Said<Value>) {
  for (const source of sources) {
    const said = read(source);
    if (said !== null) return said === 'unclear' ? null : said;
  }
  return null;
}

const qualityForms: Readonly<Record<QualityWord, RegExp>> = {
  real: /\breal\b(?![- ]?(?:time|estate|madrid))|রিয়েল/gi,
  active: /\bactive\b|অ্যাকটিভ/gi,
  hq: /\bhq\b|\bhigh[- ]?quality\b/gi,
  lq: /\blq\b|\blow[- ]?quality\b/gi,
  bot: /\bbots?\b(?![- ]?(?:starts?|users?|referr?als?|subscribers?|panel|protection|free)\b)/gi,
  mixed: /\bmix(?:ed)? (?:quality|accounts|profiles|users|followers|likes|views)\b/gi,
  male: /\b(?:male|men)\b/gi,
  female: /\b(?:female|women|girls?)\b/gi,
  premium: /\bpremium\b/gi,
  verified: /\bverified\b(?! (?:badge|tick|link))/gi,
  aged: /\b(?:aged|old) (?:accounts?|profiles?|users?)\b|\baged\b/gi,
  organic: /\borganic\b/gi,
};
const NOT_BEFORE = /(?:\b(?:no|non|not|without|zero|un|fake)[ -]|[@#])$/i;
const QUALITY_LINE = /^[^\w\n]{0,8}(?:quality|profiles?|accounts?)(?: type)? ?[:=-] ?[^\n]{1,100}/im;
const OPPOSITES: readonly (readonly QualityWord[])[] = [
  ['hq', 'lq'],
  ['real', 'bot'],
  ['organic', 'bot'],
];

/** A description counts only in its line on quality. */
function qualityIn({ text, isName }: Source): Said<QualityWord[]> {
  const line = isName ? { index: 0, 0: text.plain } : QUALITY_LINE.exec(text.plain);
  if (!line) return null;
  const found = qualityWords.flatMap((is) => {
    const first = [...line[0].matchAll(qualityForms[is])].find(
      ({ index }) => !NOT_BEFORE.test(line[0].slice(Math.max(0, index - 10), index)),
    );
    const from = line.index + (first?.index ?? 0);
    return first ? [{ is, from, words: text.words(from, from + first[0].length) }] : [];
  });
  const wrong = new Set(OPPOSITES.filter((pair) => pair.every((is) => found.some((each) => each.is === is))).flat());
  const kept = found.filter(({ is }) => !wrong.has(is));
  if (kept.length === 0) return found.length > 0 ? 'unclear' : null;
  const inOrder = kept.toSorted((one, other) => one.from - other.from).map(({ words }) => words);
  return { value: kept.map(({ is }) => is), words: inOrder.join(', ') };
}

const codes = new Set(COUNTRY_CODES.split(/\s+/));
const byName = new Map(
  countries.flatMap(({ code, name, nameBn, also }) =>
    [name, nameBn, ...also].map((each) => [each.normalize('NFC').toLowerCase(), code]),
  ),
);
const bracketed = new Map(countries.filter(({ byCode }) => byCode).map(({ code }) => [code, code])).set('UK', 'GB');
const names = [...byName.keys()]
  .toSorted((one, other) => other.length - one.length)
  .map((each) => each.replaceAll('.', '\\.'));
const flag = `[${String.fromCharCode(FLAG_A)}-${String.fromCharCode(FLAG_A + 25)}]`;

const countryForms = [
  form(new RegExp(`(?<flag>${flag}{2})`, 'g'), ({ flag: letters = '' }) => {
    const code = String.fromCharCode(...letters.split('').map((each) => each.charCodeAt(0) - FLAG_A + 0x41));
    return codes.has(code) ? code : undefined;
  }),
  // A language is none ("Russian comments"), and nor is what is left out ("no India").
  form(
    new RegExp(
      `(?<![\\wঀ-৿]|\\b(?:no|non|not|except|without|exclude|excluding|latin|south|north|central|not from)[ -])(?<name>${names.join('|')})(?:s|স)?(?![\\w]|[\\u0980-\\u09ff]{4}|[ -]?(?:language|speaking|lyrics|comments?|songs?|keywords?|time|proxy)\\b)`,
      'gi',
    ),
    ({ name = '' }) => byName.get(name.toLowerCase()),
  ),
  form(/(?<=[[(] ?(?:[\ue000-\ue019]{2} ?)?)(?<code>[A-Z]{2})(?= ?(?:[\ue000-\ue019]{2} ?)?[\])])/g, ({ code = '' }) =>
    bracketed.get(code),
  ),
];
const COUNTRY_LINE = /^[^\w\n]{0,8}(?:country|location|geo|region)(?: targeting)? ?[:=-] ?(?<line>[^\n]{1,60})/im;

/** A description counts only in its line on the country. */
function countryIn({ text, isName }: Source): Said<string> {
  if (isName) return saidIn(text, countryForms);
  const line = COUNTRY_LINE.exec(text.plain);
  if (!line) return null;
  const { index } = line;
  return saidIn({ plain: line[0], words: (start, end) => text.words(index + start, index + end) }, countryForms);
}

/** A loss of more percent is no low one. */
const LOW_PERCENT = 20;
const ofPercent = ({ percent }: Partial<Record<string, string>>): DropLevel | undefined => {
  const lost = Number(percent);
  return lost > 100 ? undefined : lost === 0 ? 'none' : lost <= LOW_PERCENT ? 'low' : 'possible';
};
const dropForms = [
  form<DropLevel>(
    /(?<!\w)(?:no|non|zero|never|without|0 ?%)[ -]{0,3}drop(?:s|ping)?\b(?! ?(?:yet|so far|guarantee only|after|if|below))|\bdrop(?:s| ratio| rate)? ?[:=-] ?(?:no|none|never)\b|ড্রপ (?:নেই|হয় না)/gi,
    () => 'none',
  ),
  form<DropLevel>(
    /\b(?:low|less|minimal|very low|little|small)[ -]?drop(?:s|ping)?\b|\bdrop(?: ratio| rate)? ?[:=-] ?(?:very )?low\b|কম ড্রপ/gi,
    () => 'low',
  ),
  form<DropLevel>(
    /\bdrop(?:s| ratio| rate| chance)?(?: ?[:=-] ?| (?:up to )?)(?:\d{1,2} ?%? ?- ?)?(?<percent>\d{1,3}) ?%/gi,
    ofPercent,
  ),
  form<DropLevel>(
    /(?<![\w.,-])(?:\d{1,2} ?%? ?- ?)?(?<percent>[1-9]\d{0,2}) ?% ?drop(?:s| rate| ratio)?\b/gi,
    ofPercent,
  ),
  form<DropLevel>(
    /\b(?:may|can|could|might|will) drop\b|\bdrop(?:s|ping)? (?:is )?possible\b|\bpossible drop\b|\b(?:high|heavy) drop\b|\bdroppable\b/gi,
    () => 'possible',
  ),
];
