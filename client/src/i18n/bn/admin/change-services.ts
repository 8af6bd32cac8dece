import type { changeKindTexts, changeManyTexts } from '../../en/admin/change-services.ts';
import type { TranslationOf } from '../../texts.ts';

export const changeMany: TranslationOf<typeof changeManyTexts> = {
  affected: 'যে সার্ভিসগুলো বদলাবে',
  allowed: 'চাওয়া যাবে',
  category: 'নতুন ক্যাটাগরি',
  change: 'সার্ভিস বদলান',
  changeCount: { other: '{count}টি সার্ভিস বদলান' },
  changed: 'সার্ভিস বদলেছে',
  changing: 'বদলানো হচ্ছে…',
  choose: 'বেছে নিন…',
  chooseFirst: 'আগে বেছে নিন কী বদলাবে।',
  customersMayAsk: 'কাস্টমার চাইতে পারবেন কি না',
  deleteCount: { other: '{count}টি সার্ভিস মুছুন' },
  deleted: 'সার্ভিস মুছে গেছে',
  deleteText: 'অর্ডারগুলো থাকবে, কিন্তু সার্ভিসগুলো আর ফিরিয়ে আনা যাবে না। কিছুদিন বিক্রি বন্ধ রাখতে চাইলে লুকিয়ে রাখুন।',
  firstShown: 'প্রথম {count}টি দেখানো হয়েছে।',
  heading: 'সার্ভিস বদলান',
  headingText: '{services}। হয় সবগুলো বদলাবে, নয়তো একটিও না।',
  noneChanges: 'কোনো সার্ভিস বদলাবে না।',
  notAllowed: 'চাওয়া যাবে না',
  refillDays: 'কত দিন রিফিল চাওয়া যাবে',
  refillDaysHint: 'অর্ডার শেষ হওয়ার পর থেকে। খালি রাখলে রিফিল নেই।',
  sendAgain: 'আবার পাঠান',
  services: { other: '{count}টি সার্ভিস' },
  someChange: '{found}টির মধ্যে {changed}টি সার্ভিস বদলাবে।',
  stillCounting: 'সার্ভিসগুলো এখনো গোনা হচ্ছে। একটু পরে আবার চেষ্টা করুন।',
  what: 'কী বদলাবে',
};

export const changeKinds: TranslationOf<typeof changeKindTexts> = {
  hide: 'কাস্টমারদের থেকে লুকান',
  show: 'কাস্টমারদের দেখান',
  category: 'ক্যাটাগরি',
  refill: 'রিফিলের সময়',
  cancel: 'বাতিলের অনুরোধ',
  speedUp: 'দ্রুত করার অনুরোধ',
  delete: 'মুছুন',
};
