import type { moneyActionTexts } from '../en/money-actions.ts';
import type { TranslationOf } from '../texts.ts';

export const moneyActions: TranslationOf<typeof moneyActionTexts> = {
  again: 'আগেরটি পৌঁছে থাকলে আবার পাঠালেও দ্বিতীয়বার টাকা কাটা হবে না।',
  close: 'বন্ধ করুন',
  goBack: 'সেখানে ফিরে যান',
  later: 'পরে',
  look: 'দেখুন',
  noAnswer: 'এখনো কোনো উত্তর আসেনি',
  noAnswerText: 'এটি পাঠানোর সময় পেজ আবার লোড হয়েছে: {what}। কী হয়েছে দেখতে খুলুন।',
};
