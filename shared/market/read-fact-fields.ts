import type { FactFields, ReadFactsOut } from '../facts.ts';
import { readCategory } from './categories.ts';
import { readFacts } from './facts.ts';

/** The facts that texts say, as fields of a service: a missing one is not said. Refill days of null are "no refill". */
export type ReadFactFields = Partial<FactFields & { refillDays: number | null }>;

/**
 * Reads a service's facts from its texts.
 * @param kind what is sold, where that is known; otherwise it is read from the name
 */
export function readFactFields(name: string, description: string, kind?: string): ReadFactFields {
  const { refill, start, speed, quality, country, drop } = readFacts(name, description);
  const sold = kind ?? readCategory(name).kind;
  return {
    ...(refill && { refillDays: refill.days === 0 ? null : refill.days, autoRefill: refill.auto }),
    ...(start && { startMinutes: start.minutes }),
    ...(speed && { speedPerDay: speed.perDay }),
    ...(quality && { quality: [...quality.is] }),
    ...(country && { country: country.code }),
    ...(drop && { drop: drop.is }),
    ...(sold && { kind: sold }),
  };
}

/** What texts say, each with the words that it comes from, for people. */
export function presentReadFacts(name: string, description: string): ReadFactsOut {
  const { refill, start, speed, quality, country, drop } = readFacts(name, description);
  const read: [ReadFactsOut[number]['fact'], number | string | undefined, string | undefined][] = [
    ['refillDays', refill?.days, refill?.words],
    ['startMinutes', start?.minutes, start?.words],
    ['speedPerDay', speed?.perDay, speed?.words],
    ['quality', quality?.is.join(', '), quality?.words],
    ['country', country?.code, country?.words],
    ['drop', drop?.is, drop?.words],
  ];
  return read.flatMap(([fact, value, words]) =>
    value === undefined || words === undefined ? [] : [{ fact, value: String(value), words }],
  );
}
