import type { progressTexts } from '../en/order-progress.ts';
import type { TranslationOf } from '../texts.ts';

export const orderProgress: TranslationOf<typeof progressTexts> = {
  delivered: '{quantity}-এর মধ্যে {delivered}',
  deliveredFrom: '{quantity}-এর মধ্যে {delivered}, শুরুতে ছিল {start}',
  from: 'শুরুতে ছিল {start}',
  progress: 'অগ্রগতি',
};
