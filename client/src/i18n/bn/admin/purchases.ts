import type { purchaseTexts } from '../../en/admin/purchases.ts';
import type { TranslationOf } from '../../texts.ts';

export const purchases: TranslationOf<typeof purchaseTexts> = {
  balanceLow: 'কম',
  late: { one: '{count}টি কেনা অর্ডার দেরি করছে', other: '{count}টি কেনা অর্ডার দেরি করছে' },
  lateNone: 'কোনো কেনা অর্ডার দেরি করছে না',
  paused: { one: '{count}টি সার্ভিস থামানো আছে', other: '{count}টি সার্ভিস থামানো আছে' },
  pausedNone: 'কোনো সার্ভিস থামানো নেই',
  profit: 'লাভ',
  purchases: 'সাপ্লায়ার থেকে কেনা',
  stopped: 'থামানো',
  toFix: { one: '{count}টি কেনা আপনার সিদ্ধান্তের অপেক্ষায়', other: '{count}টি কেনা আপনার সিদ্ধান্তের অপেক্ষায়' },
  toFixNone: 'কোনো কেনা সিদ্ধান্তের অপেক্ষায় নেই',
  urgent: 'সাপ্লায়ার: করণীয়',
  waiting: { one: '{count}টি অর্ডার ব্যালেন্সের অপেক্ষায়', other: '{count}টি অর্ডার ব্যালেন্সের অপেক্ষায়' },
};
