import type { elsewhereTexts } from '../en/elsewhere.ts';
import type { TranslationOf } from '../texts.ts';

export const elsewhere: TranslationOf<typeof elsewhereTexts> = {
  elsewhere: 'এই প্যানেলের ঠিকানা {address}। ওই ঠিকানায় খুলুন: এখানে থাকলে একটু পরেই লগআউট হয়ে যাবেন।',
};
