import type { drops, QualityWord, ReadFactsOut } from '#shared/facts.ts';
import { texts } from '../../texts.ts';

/** The facts of services: what they promise beside limits and price. */
export const serviceFactsTexts = texts('serviceFacts', {
  asRead: 'As read from the texts',
  asReadDone: 'Filled from the name and the description.',
  asReadNone: 'The name and the description say none of these.',
  autoRefill: 'Refills come without being asked for',
  country: 'Country',
  countryHint: 'Two letters, such as BD. Empty: from anywhere.',
  drop: 'Drop',
  facts: 'Facts',
  factsHint: 'Customers filter and compare by them.',
  kind: 'What is sold',
  kindHint: 'Such as followers.',
  nameBn: 'Bengali name',
  nameBnHint: 'Customers who read Bengali see it.',
  nameBnNone: 'This name has no word that is known in Bengali.',
  notSaid: 'Not said',
  promisesRefill: 'Promises a refill it does not have',
  promisesRefillText: {
    one: 'Its texts promise a refill (“{words}”), and the refill period is empty. Enter {count} day, or change the texts.',
    other:
      'Its texts promise a refill (“{words}”), and the refill period is empty. Enter {count} days, or change the texts.',
  },
  quality: 'Quality',
  readFrom: 'Read from “{words}”',
  speed: 'Speed a day',
  speedHint: 'Units a day. Empty: not said.',
  start: 'Starts within',
  startAtOnce: 'at once',
  startHours: { one: '{count} hour', other: '{count} hours' },
  startMinutes: { one: '{count} minute', other: '{count} minutes' },
  suggest: 'Suggest',
});

/** The names of facts. */
export const factNameTexts = texts('factNames', {
  refillDays: 'Refill days',
  autoRefill: 'Refills by itself',
  startMinutes: 'Starts within',
  speedPerDay: 'Speed a day',
  quality: 'Quality',
  country: 'Country',
  drop: 'Drop',
  kind: 'Kind',
} satisfies Record<ReadFactsOut[number]['fact'], string>);

/** What becomes of delivered units later. */
export const dropTexts = texts('drops', {
  none: 'No drop',
  low: 'Low drop',
  possible: 'May drop',
} satisfies Record<(typeof drops)[number], string>);

/** Words of quality. */
export const factQualityTexts = texts('factQualities', {
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
