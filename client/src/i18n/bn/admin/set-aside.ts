import type { setAsideKindTexts, setAsideTexts } from '../../en/admin/set-aside.ts';
import type { TranslationOf } from '../../texts.ts';

export const setAside: TranslationOf<typeof setAsideTexts> = {
  again: 'আবার চেষ্টা করা হচ্ছে',
  deaths: 'যতবার বন্ধ হয়েছে',
  failed: 'আবার চেষ্টা করা যায়নি',
  heading: 'সরিয়ে রাখা কাজ',
  headingText: 'এগুলোর প্রতিটি করতে গিয়ে ব্যাকগ্রাউন্ড ওয়ার্কার বারবার বন্ধ হয়ে গেছে। এগুলো এখানে থাকে, বাকি সব চলতে থাকে।',
  kind: 'ধরন',
  none: 'কিছু সরিয়ে রাখা নেই',
  noneText: 'যে কাজে ব্যাকগ্রাউন্ড ওয়ার্কার বারবার বন্ধ হয়ে যায়, তা এখানে থাকে, যাতে বাকি সব চলতে পারে।',
  since: 'কবে থেকে',
  tryAgain: 'আবার চেষ্টা করুন',
  tryAgainOf: 'আবার চেষ্টা করুন: {what}',
  what: 'কাজ',
};

export const setAsideKinds: TranslationOf<typeof setAsideKindTexts> = {
  calls: 'অন্য সার্ভারে কল',
  jobs: 'বাল্ক কাজ',
  lists: 'সাপ্লায়ারের তালিকা',
  mail: 'ইমেইল',
  messages: 'প্রোভাইডারের মেসেজ',
  requests: 'সাপ্লায়ারের কাছে অনুরোধ',
  statuses: 'অর্ডারের স্ট্যাটাস',
  thenOrders: 'রিচার্জের অপেক্ষায় থাকা অর্ডার',
  webhooks: 'ওয়েবহুক',
};
