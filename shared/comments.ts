import { z } from 'zod';
import { joined, linesOf, MAX_COMMENTS } from './comment-lines.ts';
import { text } from './text.ts';

export { joined, linesOf, MAX_COMMENTS } from './comment-lines.ts';

/** The most bytes of an order's comments in UTF-8, line breaks included. */
export const MAX_COMMENTS_BYTES = 48 * 1024;
export const tooManyComments = `An order has at most ${MAX_COMMENTS} comments`;
export const commentsTooLong = 'The comments of an order are at most 48 kB together';

const encoder = new TextEncoder();

/** Comments, one a line, or as a list. Empty ones don't count. */
export const commentsInput = z
  .union([
    text({ max: [MAX_COMMENTS_BYTES, commentsTooLong] }),
    z.array(text({ max: [MAX_COMMENTS_BYTES, commentsTooLong] })).max(MAX_COMMENTS, tooManyComments),
  ])
  .transform((typed) => linesOf(typeof typed === 'string' ? typed : joined(typed)))
  .refine((comments) => comments.length <= MAX_COMMENTS, { error: tooManyComments, abort: true })
  .refine((comments) => encoder.encode(joined(comments)).length <= MAX_COMMENTS_BYTES, commentsTooLong)
  .refine((comments) => comments.every((comment) => !/\p{Cc}/u.test(comment)), 'A comment has a control character');
