import type { commentsTexts } from '../en/comments.ts';
import type { TranslationOf } from '../texts.ts';

export const comments: TranslationOf<typeof commentsTexts> = {
  comments: 'কমেন্ট',
  count: { other: '{count}টি কমেন্ট' },
};
