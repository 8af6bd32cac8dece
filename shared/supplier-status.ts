import { z } from 'zod';
import { forward, refusalWord } from './forwards.ts';
import { id } from './numbers.ts';
import { versionOfWords } from './supplier-rules.ts';
import { plainWord, statusMeanings } from './supplier-words.ts';
import { reasonText, text } from './text.ts';

/** Clears the flag of a forward that a person has looked at. */
export const resolveForwardInput = z.strictObject({ id, reason: reasonText.optional() });
export type ResolveForwardInput = z.output<typeof resolveForwardInput>;

/** A purchase whose status was asked for; `problem` has the supplier's words if it named no status. */
export const refreshedForward = z.object({ forward, problem: z.string().nullable() });
export type RefreshedForward = z.output<typeof refreshedForward>;

const MAX_WORDS = 500;
const statusWord = z.object({ word: z.string(), meaning: z.enum(statusMeanings) });
export type StatusWord = z.output<typeof statusWord>;

/** Suppliers' words for statuses, and words in no table that orders wait for. */
export const statusWordsOut = z.object({
  words: z.array(statusWord),
  /** Identifies the words. */
  version: z.string(),
  unknown: z.array(z.object({ word: z.string(), count: z.int() })),
});
export type StatusWordsOut = z.output<typeof statusWordsOut>;

/** All words: others are deleted. They are compared without case, spaces, signs and emoji. */
export const setStatusWordsInput = z.strictObject({
  words: z
    .array(
      z.strictObject({
        word: text({ missing: 'Word is required', max: [60, 'A word must be at most 60 characters'] })
          .transform(plainWord)
          .refine((word) => word !== '', 'A word needs a letter'),
        meaning: z.enum(statusMeanings),
      }),
    )
    .max(MAX_WORDS, `At most ${MAX_WORDS} words`)
    .refine((words) => new Set(words.map(({ word }) => word)).size === words.length, 'A word occurs twice'),
  expectedVersion: versionOfWords,
});
export type SetStatusWordsInput = z.output<typeof setStatusWordsInput>;

/** Words in refusals with a meaning, and those of unknown purchases that have none, as the supplier wrote them. */
export const refusalWordsOut = z.object({
  words: z.array(refusalWord),
  /** Identifies the words. */
  version: z.string(),
  unknown: z.array(z.string()),
});
export type RefusalWordsOut = z.output<typeof refusalWordsOut>;

/** All words: others are deleted. */
export const setRefusalWordsInput = z.strictObject({
  words: z
    .array(refusalWord)
    .max(MAX_WORDS, `At most ${MAX_WORDS} words`)
    .refine(
      (words) => new Set(words.map((word) => `${word.supplierId} ${word.text.toLowerCase()}`)).size === words.length,
      'Words occur twice',
    ),
  expectedVersion: versionOfWords,
});
export type SetRefusalWordsInput = z.output<typeof setRefusalWordsInput>;
