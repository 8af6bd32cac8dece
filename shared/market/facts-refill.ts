import { type Form, form, patternOf, type Said, saidIn } from './claims.ts';
import type { MarketText } from './market-text.ts';

/** A refill for life, in days. */
const LIFETIME_DAYS = 3650;

const parts = {
  refill: '\\bre-?ff?ill?(?:s|ed|able|ing)?\\b|♻|রিফিল',
  cover: '<refill>|\\bguarant(?:ee|eed|y|ied)\\b|\\bguaranty\\b|\\bgarantee\\b|\\bwarranty\\b|গ্যারান্টি|ওয়ারেন্টি',
  unit: '(?<day>d|days?|দিন(?:ের)?)|(?<week>weeks?|সপ্তাহ(?:ের)?)|(?<month>months?|মাস(?:ের)?)|(?<year>years?|yrs?|বছর(?:ের)?)',
  /** What stands between the days and what they are for. */
  between:
    '(?: ?[-/+] ?| )?(?:(?:auto(?:matic)?|অটো|free|button|manual|full|of|non[- ]?drop|no[- ]?drop|guaranteed|replacement|with)[ -]{1,3}){0,3}',
  life: '\\blife ?-?times?\\b|\\bunlimited\\b|\\bforever\\b|\\bpermanent\\b|\\blife ?long\\b|♾|আজীবন|লাইফটাইম',
  end: '(?![\\wঀ-৿])',
  /** What follows a number of days that has no unit: the end, a sign, or the next thing that names list. */
  alone:
    '(?= ?(?:$|\\n|[\\])|;!★✅⭐⚡🔥]|, |- |-$|[^\\x00-\\x7fঀ-৿]|(?:instant|start|speed|max|fast|slow|real|hq|high quality|guaranteed?)\\b))',
  gap: ' ?[:=-]? ?[(\\[]? ?',
};
const refillForms = (...sources: [string, Form<Refill>['read']][]): Form<Refill>[] =>
  sources.map(([source, read]) => form(patternOf(parts, source), read));

interface Refill {
  days: number;
}

const daysOf = ({ count, week, month, year }: Partial<Record<string, string>>): Refill | undefined => {
  const days = Number(count) * (week ? 7 : month ? 30 : year ? 365 : 1);
  return days <= LIFETIME_DAYS ? { days } : undefined;
};
const never = (): Refill => ({ days: 0 });
const forLife = (): Refill => ({ days: LIFETIME_DAYS });

const forms = refillForms(
  // R30, AR30, R-30, R30D.
  [
    "(?<![\\w.&/+'-])a?r ?[-:]?(?<count>\\d{1,3})(?: ?-?(?:d|days?))?(?![\\w%/]|[.,+-]\\d| - \\d{1,4} ?(?:d|days?)\\b)",
    ({ count }) => (count === '1' || count === '2' ? undefined : daysOf({ count })),
  ],
  ['(?<![\\w.&/+-])a?r ?[-:]? ?♾', forLife],
  // 30 days refill, 30-day guaranteed, 1 year warranty.
  [
    '(?<![\\w.,/-]|\\d |\\d ?- |\\b(?:in|within|every|last|after|first|than) )(?<count>\\d{1,4}) ?-?<unit><end>(?: ?[-:])?<between><cover>(?! ?(?:after|not|❌))',
    daysOf,
  ],
  // Refill 30 days, Guarantee: 1 year, Refill time for up to 30D.
  [
    '(?<!\\b(?:no|non|without|not|if|before|after)[ -]|\\b(?:money ?back|delivery) )<cover>(?: ?(?:button|guaranteed?|warranty|period|time|policy|days|♻))?<gap>(?:for |up ?to |within |of |valid |is )?(?<count>\\d{1,4}) ?-?<unit><end>(?! ?(?:after|/))',
    daysOf,
  ],
  // Refill 30, ♻️ 30, Refill: 30.
  [
    '(?<!\\b(?:no|non|without|not|if|before|after)[ -]|\\d ?%? ?|(?:days?|months?|years?) )(?:<refill>)(?: ?♻)?(?: (?:button|guaranteed?|days))?(?: ?[:=] ?| ?[(\\[] ?| )?r?(?<count>\\d{1,3})(?![\\w.%/:+]|[,-]\\d)(?!(?<=re?f[a-z]{1,5}(?:[ :=([]|button|guaranteed?){1,4}\\d{1,3}) - \\d)<alone>',
    ({ count }) => (Number(count) <= 365 ? daysOf({ count }) : undefined),
  ],
  // Lifetime refill, refill for life.
  ['(?<!\\b(?:no|non|not)[ -])<life>(?: ?[-:])?<between>(?:♻ ?)?<cover>(?! ?(?:after|❌))', forLife],
  [
    '(?<!\\b(?:no|non|not|without)[ -]|life ?-?time )<cover>(?: ?(?:button|guaranteed?|warranty|period|time))?<gap>(?:for )?(?:<life>|life<end>)',
    forLife,
  ],
  // No refill. After it a condition may say when, which is not the fact.
  [
    '(?<!\\d ?-?(?:d|days?|months?) |\\w-)(?:\\b(?:no|non|not|without|w/o|zero|0)[ -]{0,3}(?:any )?<refill>|❌ ?<refill>(?! ?\\d)|<refill> ?[:=-]? ?(?:❌|নেই|হবে না|ছাড়া)|রিফিল ?[:-] ?না<end>)(?! ?-? ?(?:after|if|when|for|in case|unless|once|before|below|under|on|until|button|link)\\b| ?\\d{1,4} ?-?(?:d|h|days?|hours?|months?|years?)\\b)',
    never,
  ],
  ['<refill> ?[:=(\\[|-] ?(?:no|none|not available|n/a)(?= ?(?:$|\\n|[\\]).,|!]|- ?[^d]))', never],
  ['(?<![\\w.])(?:<refill>)(?: is)? (?:not available|unavailable)', never],
);

/** An abbreviation in capitals only: `nr` is a number. */
const shortNever: Form<Refill> = form(/(?<![\w&/.+-])NR(?![\w&/.+#]|[ -]?\d)/g, never);

/** A text that says "no automatic refill" says nothing about one by hand. */
const AUTO = patternOf(
  parts,
  '(?<!\\b(?:no|non|not|without)[ -])(?:(?:\\bauto(?:matic)?|অটো)[ -]{0,3}<refill>|<refill>[ :([-]{0,3}(?:auto(?:matic)?\\b|অটো)|(?<![\\w.&/+-])ar ?[-:]?\\d{1,3}\\b)',
);

/** The refill that a text promises; a refill of unknown days is not read. */
export function refillIn(text: MarketText, isName: boolean): Said<Refill & { auto: boolean }> {
  const said = saidIn(text, isName ? [...forms, shortNever] : forms);
  if (said === null || said === 'unclear') return said;
  AUTO.lastIndex = 0;
  return { value: { ...said.value, auto: said.value.days > 0 && AUTO.test(text.plain) }, words: said.words };
}
