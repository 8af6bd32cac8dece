import { readFacts } from './market/facts.ts';

/** The refill that a service's texts promise; null if they promise none. */
export function promisedRefill(name: string, description: string): { days: number; words: string } | null {
  const { refill } = readFacts(name, description);
  return refill && refill.days > 0 ? refill : null;
}
