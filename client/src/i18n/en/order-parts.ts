import { texts } from '../texts.ts';

/** The comments of an order, and the price of a package. */
export const orderPartsTexts = texts('orderParts', {
  comments: 'comments',
  count: { one: '{count} comment', other: '{count} comments' },
  packagePrice: 'Package price',
});
