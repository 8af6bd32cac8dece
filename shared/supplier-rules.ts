import { z } from 'zod';
import { moment } from './moment.ts';
import { microsOut, wholeNumber } from './numbers.ts';
import { MAX_PRICE_MICROS, MAX_REFILL_DAYS } from './services.ts';
import { categorySlug } from './shop-categories.ts';
import { marginPercent, percentOf } from './suppliers.ts';
import { text } from './text.ts';

const LARGEST_STEP_MICROS = 1_000_000_000;
/** A missing field stays unchanged. In the result percentages are basis points. */
export const setSupplierRulesInput = z.strictObject({
  marginPercent: marginPercent.optional(),
  leastMarginPercent: percentOf('Least margin', 10_000).optional(),
  /** A fall of the cost up to this applies by itself. */
  smallChangePercent: percentOf('Small fall', 100).optional(),
  /** A rise of the cost up to this moves the price by rule at once; a larger one pauses the service. */
  risePercent: percentOf('Rise', 1_000).optional(),
  floorMicros: wholeNumber('Least price')
    .min(0, 'Least price must be at least 0')
    .max(MAX_PRICE_MICROS, 'Least price is too large')
    .brand<'Micros', 'inout'>()
    .optional(),
  stepMicros: wholeNumber('Step')
    .min(1, 'Step must be at least $0.000001')
    .max(LARGEST_STEP_MICROS, 'Step must be at most $1,000')
    .brand<'Micros', 'inout'>()
    .optional(),
  /** Of a new service whose supplier refills and names no period. */
  refillDays: wholeNumber('Refill period')
    .min(1, 'Refill period must be at least 1 day')
    .max(MAX_REFILL_DAYS, `Refill period must be at most ${MAX_REFILL_DAYS} days`)
    .optional(),
  /** The version that the admin saw. Without it the changes of other admins are overwritten. */
  expectedUpdatedAt: moment('The time of the last change').optional(),
});
export type SetSupplierRulesInput = z.output<typeof setSupplierRulesInput>;

export const supplierRules = z.object({
  /** In percent. */
  marginPercent: z.number(),
  leastMarginPercent: z.number(),
  smallChangePercent: z.number(),
  risePercent: z.number(),
  floorMicros: microsOut,
  stepMicros: microsOut,
  refillDays: z.int(),
  updatedAt: z.date(),
});
export type SupplierRules = z.output<typeof supplierRules>;

const MAX_CATEGORY_WORDS = 500;
const categoryWord = z.strictObject({
  /** One word or several, matched as whole words in any case. */
  word: text({
    missing: 'Word is required',
    max: [60, 'Word must be at most 60 characters'],
    read: (word) => word.toLowerCase(),
    form: [(word) => /[\p{L}\p{N}]/u.test(word), 'A word needs a letter or a digit'],
  }),
  category: categorySlug('Category is required'),
});
/** The `version` of a table of words that the admin saw. Without it the changes of other admins are overwritten. */
export const versionOfWords = text({
  missing: 'Version is required',
  max: [64, 'Version must be at most 64 characters'],
}).optional();
/** The whole table: words that it lacks are deleted. */
export const setCategoryWordsInput = z.strictObject({
  words: z
    .array(categoryWord)
    .max(MAX_CATEGORY_WORDS, `At most ${MAX_CATEGORY_WORDS} words`)
    .refine(
      (words) => new Set(words.map(({ word }) => word)).size === words.length,
      'Each word can be in the table only once',
    ),
  expectedVersion: versionOfWords,
});
export type SetCategoryWordsInput = z.output<typeof setCategoryWordsInput>;
export const categoryWordList = z.object({
  words: z.array(categoryWord),
  /** Identifies these words. */
  version: z.string(),
});
export type CategoryWordList = z.output<typeof categoryWordList>;
