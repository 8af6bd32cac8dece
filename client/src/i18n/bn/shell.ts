import type { menuTexts } from '../en/menu.ts';
import type { pageTexts, shellTexts } from '../en/shell.ts';
import type { TranslationOf } from '../texts.ts';

export const pages: TranslationOf<typeof pageTexts> = {
  about: 'আমাদের সম্পর্কে',
  aboutAbout: 'প্যানেলটি কী, দাম, ডেলিভারি ও সাপোর্ট কীভাবে চলে, ব্যবহারের শর্ত ও রিফান্ড নীতি।',
  confirmEmail: 'ইমেইল নিশ্চিত করুন',
  developers: 'ডেভেলপার',
  developersAbout: 'স্ক্রিপ্ট ও অন্য প্যানেলের জন্য API কী, API v2, ওয়েবহুক ও টাইপ করা ক্লায়েন্ট।',
  home: 'সেরা SMM প্যানেল',
  homeAbout:
    'সব প্ল্যাটফর্মের লাইক, ফলোয়ার, ভিউ ও কমেন্ট, একটাই প্রিপেইড ব্যালেন্স থেকে। কম দাম, দ্রুত ডেলিভারি, চ্যাট, ইমেইল বা টিকিটে সাপোর্ট।',
  login: 'লগইন',
  notAllowed: 'অনুমতি নেই',
  notFound: 'পেজ পাওয়া যায়নি',
  notMe: 'এই লগইন কি আপনার নয়?',
  notices: 'নোটিশ',
  noticesAbout: 'শপে নতুন কী আছে, আর অর্ডার করার আগে কী জানা দরকার।',
  register: 'রেজিস্টার',
  registerAbout: 'প্রিপেইড ব্যালেন্স থেকে সার্ভিস অর্ডার করতে অ্যাকাউন্ট খুলুন বা লগইন করুন।',
  resetPassword: 'পাসওয়ার্ড রিসেট',
  services: 'সার্ভিস',
  servicesAbout: 'নয়টি প্ল্যাটফর্মের সব সার্ভিস: প্রতি ১,০০০-এর দাম, সীমা ও গড় সময়।',
};

export const shell: TranslationOf<typeof shellTexts> = {
  about: 'পরিচিতি',
  accountMenu: 'অ্যাকাউন্ট মেনু',
  addBalance: 'ব্যালেন্স যোগ করুন',
  balance: 'ব্যালেন্স',
  brandHome: '{product}, হোম',
  closeMenu: 'মেনু বন্ধ করুন',
  crashed: 'কিছু একটা সমস্যা হয়েছে',
  crashedText: 'পেজটি দেখানো যায়নি। আবার লোড করলে সাধারণত ঠিক হয়ে যায়; আপনার কিছু হারায়নি।',
  dashboard: 'ড্যাশবোর্ড',
  home: 'হোম',
  loadAgain: 'পেজটি আবার লোড করুন',
  login: 'লগইন',
  loginFirstTitle: 'দুঃখিত…',
  main: 'প্রধান মেনু',
  menu: 'মেনু',
  offline: 'আপনি অফলাইনে আছেন।',
  offlineMore: 'সংযোগ ফিরলে পেজ নিজে থেকেই চলবে; যা পাঠানো যায়নি তা আবার পাঠান।',
  service: 'সার্ভিস',
  skipToContent: 'মূল অংশে যান',
  useDarkTheme: 'ডার্ক থিম ব্যবহার করুন',
  useLightTheme: 'লাইট থিম ব্যবহার করুন',
};

export const menu: TranslationOf<typeof menuTexts> = {
  about: 'পরিচিতি',
  addBalance: 'ব্যালেন্স যোগ করুন',
  balance: 'ব্যালেন্স',
  dashboard: 'ড্যাশবোর্ড',
  home: 'হোম',
  keys: 'API কী',
  logout: 'লগআউট',
  main: 'প্রধান মেনু',
  manageOrders: 'অর্ডার পরিচালনা',
  manageTickets: 'টিকিট পরিচালনা',
  more: 'আরও',
  orderHistory: 'অর্ডার হিস্টরি',
  profile: 'প্রোফাইল',
  service: 'সার্ভিস',
  services: 'সার্ভিস',
  tickets: 'সাপোর্ট',
  webhooks: 'ওয়েবহুক',
};
