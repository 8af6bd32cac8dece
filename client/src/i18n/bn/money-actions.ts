import type { moneyActionTexts } from '../en/money-actions.ts';
import type { TranslationOf } from '../texts.ts';

export const moneyActions: TranslationOf<typeof moneyActionTexts> = {
  close: 'বন্ধ করুন',
  goBack: 'সেখানে ফিরে যান',
  later: 'পরে',
  look: 'দেখুন',
  lost: 'কোনো উত্তর আসেনি',
  lostText: '{what}: {reason} তবু এটি পৌঁছে থাকতে পারে। আবার পাঠালেও এটি একবারই ধরা হবে।',
  noAnswer: 'এখনো কোনো উত্তর আসেনি',
  noAnswerText: 'এটি পাঠানোর সময় পেজ আবার লোড হয়েছে: {what}। কী হয়েছে দেখতে খুলুন।',
  sendAgain: 'আবার পাঠান',
};
