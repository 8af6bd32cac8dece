import type { QualityWord } from '../facts.ts';
export interface Facts {
  refill?: { days: number; auto: boolean; words: string };
  start?: { minutes: number; words: string };
  speed?: { perDay: number; words: string };
  max?: { units: number; words: string };
  quality?: { is: QualityWord[]; words: string };
  country?: { code: string; words: string };
  drop?: { is: 'none' | 'low' | 'possible'; words: string };
}
export function readFacts(name: string, description = ''): Facts {
  const refill = /\bR(\d{1,3})\b/.exec(`${name} ${description}`);
  return refill ? { refill: { days: Number(refill[1]), auto: false, words: refill[0] } } : {};
}
