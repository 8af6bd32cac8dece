import { z } from 'zod';
import { wholeNumber } from './numbers.ts';
import { text } from './text.ts';

/** What becomes of delivered units later. */
export const drops = ['none', 'low', 'possible'] as const;
/** Words of quality that the trade uses. */
export const qualityWords = [
  ...['real', 'active', 'hq', 'lq', 'bot', 'mixed', 'male', 'female', 'premium', 'verified', 'aged', 'organic'],
] as const;
export type QualityWord = (typeof qualityWords)[number];

/** 30 days. */
const MAX_START_MINUTES = 43_200;
const MAX_SPEED = 1_000_000_000_000;

/** A country by its two letters. */
export const country = text({
  max: [2, 'A country has two letters'],
  read: (code) => code.toUpperCase(),
  form: [/^[A-Z]{2}$/, 'A country has two letters'],
});
/** What is sold, such as `followers`. */
export const soldKind = text({ max: [40], form: [/^[a-z0-9-]+$/, 'There is no such kind'] });
const startMinutes = wholeNumber('The start').max(MAX_START_MINUTES, 'The start must be within 30 days');

/** What a service promises beside its limits and its refill. Null for what it does not say. */
export const factFields = z.strictObject({
  /** The latest start. */
  startMinutes: startMinutes.nullable(),
  /** Units a day. */
  speedPerDay: wholeNumber('The speed')
    .min(1, 'The speed must be at least 1 a day')
    .max(MAX_SPEED, 'The speed is too large')
    .nullable(),
  quality: z.array(z.enum(qualityWords)).min(1).max(qualityWords.length).nullable(),
  country: country.nullable(),
  drop: z.enum(drops).nullable(),
  /** Whether refills come without being asked for. */
  autoRefill: z.boolean(),
  kind: soldKind.nullable(),
});
export type FactFields = z.output<typeof factFields>;

/** A service that says nothing. */
export const noFacts: FactFields = {
  ...{ startMinutes: null, speedPerDay: null, quality: null, country: null },
  ...{ drop: null, autoRefill: false, kind: null },
};

/** As customers read them: only what the service says. */
export const factsOut = z.object({
  startMinutes: z.int().optional(),
  speedPerDay: z.int().optional(),
  quality: z.array(z.string()).optional(),
  country: z.string().optional(),
  drop: z.enum(drops).optional(),
  autoRefill: z.literal(true).optional(),
  kind: z.string().optional(),
});
export type FactsOut = z.output<typeof factsOut>;

/** The facts that a service says. */
export function saidFacts(facts: Partial<FactFields>): FactsOut {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== false));
}

/** What texts say, each with the words that it comes from. */
export const readFactsOut = z.array(
  z.object({
    fact: z.enum(['refillDays', 'autoRefill', 'startMinutes', 'speedPerDay', 'quality', 'country', 'drop', 'kind']),
    value: z.string(),
    words: z.string(),
  }),
);
export type ReadFactsOut = z.output<typeof readFactsOut>;
