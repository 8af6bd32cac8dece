import { formatTexts } from '../i18n/en/common.ts';
import { factTexts, qualityWordTexts } from '../i18n/en/facts.ts';
import { $language, languageInfo } from '../i18n/language.ts';
import { formatCompact, formatMinutes } from './format.ts';
import type { Outputs } from './trpc.ts';

type Facts = Pick<Outputs['services']['get'], 'refillDays' | 'facts'>;

/** Refills so long are for a lifetime. */
const LIFETIME_DAYS = 3650;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** What a service promises, in the current language: "Refill 30 days", "Instant start"; what decides most comes first. */
export function factWords({ refillDays, facts }: Facts): string[] {
  const t = factTexts.get();
  const { startMinutes, speedPerDay, quality = [], country, drop, autoRefill } = facts;
  const qualities: Partial<Record<string, string>> = qualityWordTexts.get();
  const drops = { none: t.dropNone, low: t.dropLow, possible: t.dropPossible };
  const words = [
    refillDays !== null && (refillDays >= LIFETIME_DAYS ? t.lifetime : t.refill({ count: refillDays })),
    startMinutes !== undefined && startWords(startMinutes),
    country !== undefined && countryName(country),
    speedPerDay !== undefined && t.speed({ units: formatCompact(speedPerDay) }),
    drop !== undefined && drops[drop],
    autoRefill === true && t.autoRefill,
    ...quality.map((word) => qualities[word] ?? word),
  ];
  return words.filter((word) => word !== false);
}

/** "Instant start", "Starts within 6 h". */
export function startWords(minutes: number): string {
  const t = factTexts.get();
  if (minutes === 0) return t.instant;
  const isWholeHours = minutes % HOUR_MINUTES === 0 && minutes <= 2 * DAY_HOURS * HOUR_MINUTES;
  return t.startsWithin({
    time: isWholeHours ? formatTexts.get().shortHours({ count: minutes / HOUR_MINUTES }) : formatMinutes(minutes),
  });
}

/** The name of a country by its two letters, in the current language. */
export function countryName(code: string): string {
  const { locale } = languageInfo[$language.get()];
  const names = regions.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region' });
  regions.set(locale, names);
  return names.of(code) ?? code;
}

/** Creating one takes far longer than using it. */
const regions = new Map<string, Intl.DisplayNames>();
