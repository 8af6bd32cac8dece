import { texts } from '../texts.ts';

/** The comments of an order. */
export const commentsTexts = texts('comments', {
  comments: 'comments',
  count: { one: '{count} comment', other: '{count} comments' },
});
