import type { attentionTexts, purchaseTexts } from '../../en/admin/purchases.ts';
import type { TranslationOf } from '../../texts.ts';

export const purchases: TranslationOf<typeof purchaseTexts> = {
  balanceLow: 'কম',
  needsNothing: 'এখন আপনার কিছু করার নেই',
  needsYou: 'আপনার করণীয়',
  ofThemMatch: { other: '{recharges}, {count}টি মেলে' },
  oldest: 'সবচেয়ে পুরোনো',
  orders: { other: '{count}টি অর্ডার অপেক্ষায়' },
  profit: 'লাভ',
  silent: 'উত্তর দিচ্ছে না',
  stopped: 'থামানো',
  suppliers: 'সাপ্লায়ার',
  waiting: { other: '{count}টি অর্ডার ব্যালেন্সের অপেক্ষায়' },
};

export const attention: TranslationOf<typeof attentionTexts> = {
  backup_late: { other: 'শেষ ব্যাকআপ অনেক পুরোনো' },
  background_down: {
    other: '{count}টি সার্ভারের ব্যাকগ্রাউন্ড ওয়ার্কার বন্ধ: ইমেইল, ওয়েবহুক ও কেনা আটকে আছে। সার্ভারের লগ দেখুন',
  },
  cheaper: { other: '{count}টি লাইনের দাম মেনে নেওয়া দামের চেয়ে কম' },
  dearer: { other: '{count}টি লাইনের দাম মেনে নেওয়া দামের চেয়ে বেশি' },
  events: { other: 'ওয়েবহুকের {count}টি খবর পাঠাতে দেরি হচ্ছে' },
  jobs: { other: '{count}টি বাল্ক কাজ এগোচ্ছে না' },
  late: { other: '{count}টি কেনা অর্ডার দেরি করছে' },
  lines_unreadable: { other: 'তালিকার {count}টি লাইন পড়া যায় না' },
  device_silent: { other: '{count}টি ফোন থেকে পেমেন্টের মেসেজ আসছে না' },
  money_unclaimed: { other: '{count}টি পেমেন্ট ৩ দিন ধরে কেউ দাবি করেননি' },
  messages_held: { other: '{count}টি পেমেন্টের মেসেজ আপনার অপেক্ষায়' },
  losses: { other: '{count}টি কেনায় খরচ বেশি হয়েছে' },
  no_alarm_address: {
    other: 'কোনো সতর্কবার্তা শপের বাইরে যায় না: কোনো অ্যাডমিনের ইমেইল নিশ্চিত করা নেই, টেলিগ্রামও সেট করা নেই',
  },
  purchases_flagged: { other: '{count}টি কেনা চিহ্নিত' },
  purchases_refused: { other: '{count}টি কেনা ফিরিয়ে দেওয়া হয়েছে' },
  purchases_unknown: { other: '{count}টি কেনার ফয়সালা বাকি' },
  recharges: { other: '{count}টি রিচার্জ সিদ্ধান্তের অপেক্ষায়' },
  requests: { other: '{count}টি অনুরোধ' },
  services_paused: { other: '{count}টি সার্ভিস থামানো আছে' },
  set_aside: { other: '{count}টি ব্যাকগ্রাউন্ডের কাজ সরিয়ে রাখা আছে' },
  supplier_low: { other: '{count}টি সাপ্লায়ারের ব্যালেন্স কম' },
  supplier_stopped: { other: '{count}টি সাপ্লায়ার থামানো' },
  supplier_unreachable: { other: '{count}টি সাপ্লায়ার উত্তর দিচ্ছে না, অর্ডার অপেক্ষায়' },
  tickets: { other: '{count}টি টিকিট' },
  waiting_funds: { other: '{count}টি অর্ডার সাপ্লায়ারের ব্যালেন্সের অপেক্ষায়' },
  words_unknown: { other: '{count}টি কেনার কথা বোঝা যায়নি' },
};
