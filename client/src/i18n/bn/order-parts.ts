import type { orderPartsTexts } from '../en/order-parts.ts';
import type { TranslationOf } from '../texts.ts';

export const orderParts: TranslationOf<typeof orderPartsTexts> = {
  comments: 'কমেন্ট',
  count: { other: '{count}টি কমেন্ট' },
  packagePrice: 'প্যাকেজের দাম',
};
