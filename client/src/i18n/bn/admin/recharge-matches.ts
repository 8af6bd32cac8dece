import type { rechargeMatchTexts } from '../../en/admin/recharge-matches.ts';
import type { TranslationOf } from '../../texts.ts';

export const rechargeMatches: TranslationOf<typeof rechargeMatchTexts> = {
  amount: 'টাকা',
  approveMatching: { other: 'যে {count}টি মেলে সেগুলো অনুমোদন করুন, {total}' },
  balance: 'ব্যালেন্স',
  heading: 'মেসেজ',
  id: 'আইডি',
  message: 'মেসেজ {amount}',
  messageFrom: 'মেসেজ {amount}, {payer} থেকে',
  noBalance: 'ব্যালেন্স প্রমাণিত নয়',
  otherAmount: 'টাকা {paid}, {asked} নয়',
  otherId: 'অন্য আইডি',
  otherPayer: 'অন্য কেউ দিয়েছেন',
  payer: 'প্রেরক',
  whyItWaits: 'কেন অপেক্ষায়',
};
