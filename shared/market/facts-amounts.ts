import { type Form, form, patternOf, type Said, saidIn } from './claims.ts';
import type { MarketText } from './market-text.ts';

type Groups = Partial<Record<string, string>>;

const LONGEST_START = 60 * 24 * 60;
const LARGEST = 1e10;

const parts = {
  /** Not `1.000`, which is one for some people and a thousand for others. */
  number: '\\d{1,3}(?:,\\d{3}){1,3}(?![\\d,])|\\d{1,9}(?:\\.\\d{1,2})?(?![\\d.,]\\d|\\d)',
  scale: 'k|m|mln|million|thousand|lakh|হাজার|লাখ|লক্ষ|মিলিয়ন',
  to: ' ?(?:-|to|/) ?',
  amount:
    '(?<![\\d.,]|\\d ?[-/] ?|[-–] ?\\d{1,6} )(?:(?<low><number>) ?(?<lowScale><scale>)?(?: ?- ?| to ))?(?<high><number>) ?(?<scale><scale>)?\\+?',
  day: '(?: ?/ ?|[ -]?(?:per|a|each) ?)(?:days?|d|24 ?h(?:ours?|rs?)?|দিন)(?![\\wঀ-৿])| ?/ ?দিন| daily\\b| day\\b(?!s)(?! (?:refill|guarant|warranty|drop|old|delivery|post))',
  time: '(?<minute>min(?:ute)?s?|মিনিট)|(?<hour>h|hr|hrs|hours?|ঘণ্টা|ঘন্টা)|(?<day>d|days?|দিন)',
  end: '(?![\\wঀ-৿])',
  late: '(?:(?<early>\\d{1,3}) ?(?:min(?:ute)?s?|h|hr|hrs|hours?)?<to>)?(?<late>\\d{1,3}) ?<time><end>',
  /** A time of what is sold, and not until it begins. */
  notStart:
    '(?! ?[-]? ?(?:of |long|live|video|watch|retention|stream|stay|refill|guarant|warranty|complet|delivery|finish|speed|old|♻|gap|drip|interval))',
};
const of = <Value>(source: string, read: Form<Value>['read']): Form<Value> => form(patternOf(parts, source), read);

const minutesOf = ({ early, late, hour, day }: Groups): number | undefined => {
  const minutes = Number(late) * (day ? 1440 : hour ? 60 : 1);
  return minutes <= LONGEST_START && (early === undefined || Number(early) <= minutes) ? minutes : undefined;
};
const numberWords: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, five: 5, ten: 10 };
const STARTS = '\\bstart(?:s|ing|ed)?(?: ?-?time)?|শুরু(?: হবে)?';

/** Statements of the time itself. */
const startForms: Form<number>[] = [
  of(
    `(?<!\\w)(?:${STARTS})(?: within| in| after| from| up ?to| upto|:| -| =|=)*:? ?[(\\[]? ?(?:instant ?(?:-|to|/) ?)?<late>(?! ?(?:refill|♻|guarant|/))`,
    minutesOf,
  ),
  // Starts within an hour, starts in under five minutes.
  of(
    `(?<!\\w)(?:${STARTS}) (?:within|in)(?: under| less than)? (?<word>an?|one|two|three|five|ten) ?<time><end>`,
    ({ word = '', ...time }) => minutesOf({ ...time, late: String(numberWords[word.toLowerCase()] ?? '') }),
  ),
  of(`(?<![\\w.,/-]|\\d - )(?:instant ?(?:-|to|/) ?)?<late> ?(?:-|:)? ?(?:${STARTS})`, minutesOf),
  // 0-1H alone says a start.
  of(
    `(?<![\\w.,/-])(?<early>0) ?(?:min(?:ute)?s?|h|hr|hrs|hours?)?(?:-| - | to )(?<late>\\d{1,3}) ?<time><end><notStart>`,
    minutesOf,
  ),
  of(`(?<!\\w)instant ?(?:-|to|/) ?(?<late>\\d{1,2}) ?<time><end><notStart>`, minutesOf),
  // [1H - 5K/Day] begins with it.
  of(
    `(?<=[\\[(|] ?)(?<late>\\d{1,2}) ?(?<hour>h|hr|hrs|hours?)(?: ?[-|/,] ?)(?=[\\d.]{1,6} ?k?(?: ?- ?[\\d.]{1,6} ?k?)? ?(?:/|per) ?d)`,
    minutesOf,
  ),
];
const INSTANT_WORDS = '(?:super |ultra )?instant(?:ly)?|তাৎক্ষণিক|সাথে সাথে';
const instantStart: Form<number> = of(
  `(?<!\\b(?:non|not|no|near|almost|semi)[ -]|\\w)(?:(?:${INSTANT_WORDS}) ?-?(?:start(?:s|ing)?|শুরু)|(?:${STARTS})(?: ?time)? ?[:=-]? ?[(\\[]? ?(?:${INSTANT_WORDS}))<end>(?! ?(?:-|to|/) ?\\d)`,
  () => 0,
);
/** The word alone, as names have it. */
const instantAlone: Form<number> = of(
  `(?<!\\b(?:non|not|no|near|almost|semi)[ -]|\\w|[@#])(?:${INSTANT_WORDS})<end>(?! ?[&/+,-]{0,2} ?(?:refill|deliver|complet|speed|cancel|support|finish|refund|done|\\d|♻|to \\d|start \\d))`,
  () => 0,
);

/** The latest start that a text names, in minutes. */
export function startIn(text: MarketText, isName: boolean): Said<number> {
  const said = saidIn(text, startForms);
  if (said !== null) return said;
  return saidIn(text, isName ? [instantStart, instantAlone] : [instantStart]);
}

const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  হাজার: 1e3,
  lakh: 1e5,
  লাখ: 1e5,
  লক্ষ: 1e5,
  m: 1e6,
  mln: 1e6,
  million: 1e6,
  ['মিলিয়ন'.normalize('NFC')]: 1e6,
};

function valueOf(number: string, scale: string | undefined): number | undefined {
  const value =
    Math.round(Number(number.replaceAll(',', '')) * (scale ? (scales[scale.toLowerCase()] ?? 1) : 1) * 100) / 100;
  return Number.isInteger(value) && value > 0 && value <= LARGEST ? value : undefined;
}

/** `5-10K` is 5,000 to 10,000: the lower end is what is claimed for each day. `500-1K` is what it says. */
function lowestOf({ low, lowScale, high = '', scale }: Groups): number | undefined {
  const most = valueOf(high, scale);
  if (low === undefined || most === undefined) return most;
  const least = valueOf(low, lowScale ?? (Number(low) < Number(high) ? scale : undefined));
  return least !== undefined && least <= most ? least : undefined;
}

const speedForms: Form<number>[] = [
  of('<amount>(?:<day>)', lowestOf),
  of(
    '(?<!\\w)(?:daily|per day|প্রতিদিন|দৈনিক|দিনে) ?[:-]? ?<amount>(?<=[a-zঀ-৿])(?![\\w/]| ?(?:refill|days?))',
    lowestOf,
  ),
];

/** The units a day that a text claims: the least of a range. */
export function speedIn(text: MarketText): Said<number> {
  return saidIn(text, speedForms);
}

const NOT_MOST =
  '(?![\\w%]|[.,]\\d| ?[-/+] ?\\d| ?(?:/|per|a) ?(?:d|h|m|day|hour|min)| ?(?:daily|days?|h|hrs?|hours?|min(?:ute)?s|seconds?|%|k|m)(?!\\w)|ঀ-৿)';
const mostForms: Form<number>[] = [
  of(
    `(?<![\\w/])(?:max(?:imum)?(?: order| quantity| amount| limit)?|সর্বোচ্চ) ?[:=.-]? ?(?<high><number>) ?(?<scale><scale>)?${NOT_MOST}`,
    ({ high = '', scale }) => valueOf(high, scale),
  ),
  of(
    `(?<![\\w.,/+-])(?<high><number>) ?(?<scale><scale>)? ?(?:max(?:imum)?|সর্বোচ্চ)(?!\\w|-\\d| ?[:=.] ?\\d| \\d| (?:speed|per|a day|start))`,
    ({ high = '', scale }) => valueOf(high, scale),
  ),
];
/** `[50K]` alone between brackets or bars. */
const ownPart: Form<number> = of(
  '(?<=(?:^|[\\[(|]|\\n) ?)(?<high>\\d{1,4}(?:\\.\\d{1,2})?) ?(?<scale>k|m)(?= ?(?:[\\])|]|$))',
  ({ high = '', scale }) => valueOf(high, scale),
);

/** The largest order that a text names, in units. */
export function mostIn(text: MarketText, isName: boolean): Said<number> {
  const said = saidIn(text, mostForms);
  return said === null && isName ? saidIn(text, [ownPart]) : said;
}
