import type { catalogueTexts, sortTexts } from '../en/catalogue.ts';
import type { TranslationOf } from '../texts.ts';

export const catalogue: TranslationOf<typeof catalogueTexts> = {
  all: 'সব',
  avgTime: 'গড় সময়',
  category: 'ক্যাটাগরি',
  createOrder: 'অর্ডার করুন',
  favourite: 'পছন্দের সার্ভিস',
  favouriteFailed: 'পছন্দে রাখা যায়নি',
  favourites: 'পছন্দের তালিকা',
  heading: 'সার্ভিস',
  headingText: 'সব সার্ভিস, দাম ও সীমাসহ',
  list: 'সার্ভিসের তালিকা',
  loading: 'লোড হচ্ছে…',
  loadingMore: 'আরও সার্ভিস লোড হচ্ছে',
  max: 'সর্বোচ্চ',
  min: 'সর্বনিম্ন',
  moreFailed: 'আরও সার্ভিস লোড করা যায়নি। আবার চেষ্টা করুন',
  noFavourites: 'যে সার্ভিস রেখে দিতে চান, তার হার্ট চাপুন; এখানে পাবেন।',
  noneFound: 'কোনো সার্ভিস পাওয়া যায়নি',
  noneFoundText: 'অন্য শব্দ লিখে দেখুন, বা সব সার্ভিস দেখুন।',
  pricePer1000: 'প্রতি ১,০০০-এর দাম',
  search: 'সার্ভিস খুঁজুন',
  searchHint: 'খুঁজুন…',
  services: { other: '{count}টি সার্ভিস' },
  servicesFor: { other: '“{search}” লিখে {count}টি সার্ভিস পাওয়া গেছে' },
  sort: 'সার্ভিস সাজান',
  viewAll: 'সব সার্ভিস দেখুন',
};

export const sorts: TranslationOf<typeof sortTexts> = {
  recommended: 'আমাদের পছন্দ',
  popular: 'বেশি বিক্রি',
  newest: 'নতুন আগে',
  name: 'নাম A–Z',
  priceLow: 'দাম: কম থেকে বেশি',
  priceHigh: 'দাম: বেশি থেকে কম',
  fastest: 'দ্রুত আগে',
};
