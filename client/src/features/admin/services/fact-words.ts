import { drops, qualityWords, type ReadFactsOut } from '#shared/facts.ts';
import type { Option } from '../../../components/choice.tsx';
import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { dropTexts, factNameTexts, factQualityTexts, serviceFactsTexts } from '../../../i18n/en/admin/service-facts.ts';
import { formatCount } from '../../../lib/format.ts';

/** The usual starts: at once, minutes, and up to three days. */
const usualStarts = [0, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 4320];

/** A start in words: "6 hours". */
export function startWords(minutes: number): string {
  const t = serviceFactsTexts.get();
  if (minutes === 0) return t.startAtOnce;
  return minutes % 60 === 0 ? t.startHours({ count: minutes / 60 }) : t.startMinutes({ count: minutes });
}

/** The starts of a select: none, the usual ones, and the stored one. */
export function startOptions(typed: string): Option[] {
  const starts = new Set([...usualStarts, ...(typed === '' ? [] : [Number(typed)])]);
  return [
    ['', serviceFactsTexts.get().notSaid],
    ...[...starts].toSorted((one, other) => one - other).map((each) => [String(each), startWords(each)] as const),
  ];
}

/** A fact that texts say, in words: "Starts within: 1 hour". */
export function factWords({ fact, value }: ReadFactsOut[number]): string {
  return `${factNameTexts.get()[fact]}: ${valueWords(fact, value)}`;
}

function valueWords(fact: ReadFactsOut[number]['fact'], value: string): string {
  const [drop, quality] = [dropTexts.get(), factQualityTexts.get()];
  switch (fact) {
    case 'startMinutes':
      return startWords(Number(value));
    case 'refillDays':
    case 'speedPerDay':
      return formatCount(Number(value));
    case 'autoRefill':
      return value === 'false' ? auditTexts.get().no : auditTexts.get().yes;
    case 'quality':
      return value
        .split(', ')
        .map((each) => wordOf(qualityWords, quality, each))
        .join(', ');
    case 'drop':
      return wordOf(drops, drop, value);
    default:
      return value;
  }
}

/** The words of a known value; another one as it is. */
export function wordOf<Word extends string>(
  known: readonly Word[],
  words: Record<Word, string>,
  value: string,
): string {
  const found = known.find((each) => each === value);
  return found ? words[found] : value;
}
