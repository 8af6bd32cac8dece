import type { categoryTexts, commonTexts, errorTexts, formatTexts, toastTexts } from '../en/common.ts';
import type { historySortTexts } from '../en/history-sorts.ts';
import type { strengthTexts } from '../en/password-strength.ts';
import type { TranslationOf } from '../texts.ts';

export const common: TranslationOf<typeof commonTexts> = {
  all: 'সব',
  allShown: 'সব দেখানো হয়েছে ({count})',
  cancel: 'বাতিল',
  clearSearch: 'সার্চ মুছুন',
  columns: 'কলাম',
  contactByTicket: 'টিকিটে আমাদের লিখুন। সেখানেই উত্তর দেব, ইমেইলেও জানাব।',
  contactByTicketLater: 'লগইন বা রেজিস্টার করে টিকিটে আমাদের লিখুন।',
  contactSeller: 'এখানে চ্যাট বা ইমেইল দেওয়া নেই। সরাসরি বিক্রেতার সাথে যোগাযোগ করুন।',
  copied: 'কপি হয়েছে',
  copy: 'কপি',
  copyWhat: '{what} কপি করুন',
  couldNotLoadMore: 'আরও দেখানো যায়নি',
  exportCsv: 'CSV ডাউনলোড',
  exportFailed: 'ফাইলটি ডাউনলোড করা যায়নি',
  firstShown: 'প্রথম {count}টি দেখানো হয়েছে',
  hide: 'লুকান',
  loading: 'লোড হচ্ছে…',
  loadMore: 'আরও দেখুন',
  noConnection: 'ইন্টারনেট সংযোগ নেই',
  oops: 'দুঃখিত…',
  opensInNewTab: 'নতুন ট্যাবে খুলবে',
  openTicket: 'টিকিট খুলুন',
  optional: '(ঐচ্ছিক)',
  pageMissing: 'এটি লোড হয়নি',
  pageMissingOffline: 'এটি এখনো আপনার ডিভাইসে নেই। সংযোগ ফিরলেই নিজে থেকে খুলবে।',
  pageMissingText: 'আপনার কিছু হারায়নি; একটু পরে আবার চেষ্টা করুন।',
  printReceipt: 'রসিদ প্রিন্ট',
  receipt: '{product}, {name} ({email})-এর রসিদ',
  request: 'অনুরোধ {id}',
  selectAllRows: 'সব সারি বেছে নিন',
  selectRow: '{number} নম্বর সারি বেছে নিন',
  show: 'দেখুন',
  someShown: '{total}টির মধ্যে {count}টি',
  sort: 'সাজান',
  supportChat: 'সাপোর্ট চ্যাট',
  tryAgain: 'আবার চেষ্টা করুন',
};

export const strength: TranslationOf<typeof strengthTexts> = {
  hidePassword: 'পাসওয়ার্ড লুকান',
  showPassword: 'পাসওয়ার্ড দেখুন',
  atLeast: 'কমপক্ষে {count}টি অক্ষর',
  strength: 'পাসওয়ার্ড: {strength}',
  tooShort: 'খুব ছোট',
  weak: 'দুর্বল',
  fair: 'মোটামুটি',
  good: 'ভালো',
  strong: 'শক্তিশালী',
};

export const format: TranslationOf<typeof formatTexts> = {
  daysAgo: '{count} দিন আগে',
  days: { other: '{count} দিন' },
  hours: { other: '{count} ঘণ্টা' },
  hoursAgo: '{count} ঘণ্টা আগে',
  justNow: 'এইমাত্র',
  minutes: '{count} মিনিট',
  minutesAgo: '{count} মিনিট আগে',
  shortHours: '{count} ঘণ্টা',
};

export const toasts: TranslationOf<typeof toastTexts> = {
  cancel: 'বাতিল',
  dismiss: 'বার্তাটি বন্ধ করুন',
  notConfirmed: 'নিশ্চিত করা হয়নি',
  notConfirmedText: 'নিশ্চিত করা হয়নি, তাই কিছুই বদলায়নি।',
  nothingChanged: 'কিছুই বদলায়নি।',
  ok: 'ঠিক আছে',
};

export const errors: TranslationOf<typeof errorTexts> = {
  blocked: 'এই অ্যাকাউন্ট ব্লক করা হয়েছে। সাপোর্টে যোগাযোগ করুন।',
  amount_too_large: 'পরিমাণ অনেক বেশি।',
  too_many_pending: 'আপনার ৫টি রিচার্জ অনুমোদনের অপেক্ষায় আছে। একটির সিদ্ধান্ত হওয়া পর্যন্ত অপেক্ষা করুন।',
  internal: 'আমাদের দিকে কিছু একটা সমস্যা হয়েছে। আবার চেষ্টা করুন।',
  offline: 'সার্ভারের সঙ্গে যোগাযোগ হচ্ছে না। ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন।',
};

export const categories: TranslationOf<typeof categoryTexts> = {
  feature: 'ফিচার',
  facebook: 'ফেসবুক',
  instagram: 'ইনস্টাগ্রাম',
  youtube: 'ইউটিউব',
  tiktok: 'টিকটক',
  telegram: 'টেলিগ্রাম',
  linkedin: 'লিংকডইন',
  twitter: 'টুইটার',
  whatsapp: 'হোয়াটসঅ্যাপ',
  snapchat: 'স্ন্যাপচ্যাট',
};

export const historySorts: TranslationOf<typeof historySortTexts> = {
  newest: 'নতুনগুলো আগে',
  oldest: 'পুরোনোগুলো আগে',
  largest: 'বড় অঙ্ক আগে',
  smallest: 'ছোট অঙ্ক আগে',
};
