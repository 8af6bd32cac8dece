import type { homeTexts } from '../en/home.ts';
import type { TranslationOf } from '../texts.ts';

export const home: TranslationOf<typeof homeTexts> = {
  allServices: 'সব সার্ভিস',
  from: 'কমপক্ষে {min} · {time}',
  hero: 'লাইক, ফলোয়ার ও ভিউয়ের সেরা প্যানেল',
  heroText:
    'বিকাশ, নগদ বা রকেটে একবার টাকা যোগ করুন। যেকোনো লিংকের জন্য কয়েক সেকেন্ডে অর্ডার করুন। প্রতিটি সেন্টের হিসাব স্টেটমেন্টে দেখুন।',
  login: 'লগইন',
  per1000: 'প্রতি ১০০০',
  platforms: 'প্ল্যাটফর্ম',
  pricesToday: 'আজকের দাম',
  reasonDelivery: 'দ্রুত ডেলিভারি',
  reasonDeliveryText: 'প্রতিটি সার্ভিসে গড়ে কত সময় লাগে, তা অর্ডারের আগেই দেখা যায়।',
  reasonPrices: 'সাশ্রয়ী দাম',
  reasonPricesText: 'দাম প্রতি ১০০০-এ, কাটা হয় সেন্টের একদম সঠিক ভগ্নাংশ।',
  reasonSupport: '২৪/৭ সাপোর্ট',
  reasonSupportText: 'যেকোনো দিন, যেকোনো সময় কেউ না কেউ উত্তর দেয়।',
  seeServices: 'সার্ভিস দেখুন',
  why: 'কেন এই প্যানেল',
};
