import type { reauthenticationTexts } from '../en/reauthentication.ts';
import type { TranslationOf } from '../texts.ts';

export const reauthentication: TranslationOf<typeof reauthenticationTexts> = {
  account: 'একজন কাস্টমার কীভাবে লগইন করেন, তা বদলাচ্ছেন।',
  confirm: 'নিশ্চিত করুন',
  confirming: 'নিশ্চিত করা হচ্ছে…',
  failed: 'নিশ্চিত করা যায়নি',
  keys: 'এমন একটি কী বানাচ্ছেন, যা আপনার হয়ে কাজ করে।',
  methods: 'কাস্টমার কোথায় টাকা পাঠান, তা বদলাচ্ছেন।',
  money: 'বড় অঙ্কের লেনদেন করছেন।',
  outgoing: 'ব্যাকআপ ফিরিয়ে আনার পর আটকে থাকা কাজ চালু করছেন।',
  other: 'এই ধাপটি সুরক্ষিত।',
  password: 'পাসওয়ার্ড',
  reversal: 'একটি রিচার্জ ফেরত নিচ্ছেন।',
  role: 'কে অ্যাডমিন, তা বদলাচ্ছেন।',
  settings: 'একটি সুরক্ষিত সেটিং বদলাচ্ছেন।',
  title: 'আপনিই কি না নিশ্চিত করুন',
  tenMinutes: 'এরপর দশ মিনিট আর জিজ্ঞেস করা হবে না।',
  supplier: 'শপ কোথা থেকে কেনে, আপনি তা বেছে নিচ্ছেন।',
  webhooks: 'শপ আপনার তথ্য কোথায় পাঠাবে, তা ঠিক করছেন।',
};
