import { z } from 'zod';
import { hasLineBreak, joined, linesOf, MAX_COMMENTS } from './comment-lines.ts';
import { text } from './text.ts';

export { hasLineBreak, joined, linesOf, MAX_COMMENTS } from './comment-lines.ts';

/** The most bytes of an order's comments in UTF-8, line breaks included. */
export const MAX_COMMENTS_BYTES = 48 * 1024;
export const tooManyComments = `An order has at most ${MAX_COMMENTS} comments`;
export const commentsTooLong = 'The comments of an order are at most 48 kB together';
export const brokenComment = 'A comment in a list must be one line';
const notComments = 'Comments must be a text with one a line, or a list of texts';

const encoder = new TextEncoder();

/** Checked as a whole: a schema for each of many comments, with its issues, would block the event loop. */
const list = z
  .unknown()
  .refine((comments) => Array.isArray(comments) && comments.length <= MAX_COMMENTS, { abort: true })
  .refine((comments) => areTexts(comments as unknown[]), { abort: true })
  .refine((comments) => lengthOf(comments as string[]) <= MAX_COMMENTS_BYTES, { abort: true })
  .refine((comments) => !(comments as string[]).some(hasLineBreak), { abort: true })
  .meta({ type: 'array', maxItems: MAX_COMMENTS, items: { type: 'string' } }) as z.ZodType<string[], string[]>;

function areTexts(comments: readonly unknown[]): boolean {
  return comments.every((comment) => typeof comment === 'string');
}

/** As {@link joined}. */
function lengthOf(comments: readonly string[]): number {
  return comments.reduce((length, comment) => length + comment.length + 1, -1);
}

/** Comments: a text with one a line, or a list with one an element. Empty ones don't count. */
export const commentsInput = z
  // A text may be longer: line breaks of two characters and empty lines are not stored.
  .union([text({ max: [2 * MAX_COMMENTS_BYTES, commentsTooLong] }), list], { error: ({ input }) => problemOf(input) })
  // A text of 48 kB can have 24,000 lines, and a call 30 such texts.
  .transform((typed) => linesOf(typeof typed === 'string' ? typed : joined(typed), MAX_COMMENTS + 1))
  .refine((comments) => comments.length <= MAX_COMMENTS, { error: tooManyComments, abort: true })
  .refine((comments) => encoder.encode(joined(comments)).length <= MAX_COMMENTS_BYTES, {
    error: commentsTooLong,
    abort: true,
  })
  // Half of a surrogate pair would be stored as another character.
  .refine((comments) => !/[\p{Cc}\p{Cs}]/u.test(comments.join(' ')), 'A comment has a control character');

/** The message if neither form was accepted. */
function problemOf(input: unknown): string {
  if (typeof input === 'string') return commentsTooLong;
  if (!Array.isArray(input)) return notComments;
  if (input.length > MAX_COMMENTS) return tooManyComments;
  if (!areTexts(input)) return notComments;
  return lengthOf(input as string[]) > MAX_COMMENTS_BYTES ? commentsTooLong : brokenComment;
}
