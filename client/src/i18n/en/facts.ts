import type { QualityWord } from '#shared/facts.ts';
import { texts } from '../texts.ts';

/** Facts of services, and the filters by them. */
export const factTexts = texts('facts', {
  anyCountry: 'Any country',
  anyRefill: 'With or without refill',
  anyStart: 'Any start',
  autoRefill: 'Auto refill',
  clear: 'Clear filters',
  dropLow: 'Low drop',
  dropNone: 'Non-drop',
  dropPossible: 'May drop',
  filters: 'Filters',
  instant: 'Instant start',
  kinds: 'Kinds of service',
  lifetime: 'Lifetime refill',
  refill: { one: 'Refill {count} day', other: 'Refill {count} days' },
  refillFrom: 'Refill {count} days or more',
  remove: 'Remove the filter “{filter}”',
  speed: '{units} a day',
  startsWithin: 'Starts within {time}',
});

/** Words of quality, as customers read them. */
export const qualityWordTexts = texts('qualities', {
  real: 'Real',
  active: 'Active',
  hq: 'High quality',
  lq: 'Low quality',
  bot: 'Bots',
  mixed: 'Mixed',
  male: 'Male',
  female: 'Female',
  premium: 'Premium',
  verified: 'Verified',
  aged: 'Aged',
  organic: 'Organic',
} satisfies Record<QualityWord, string>);
