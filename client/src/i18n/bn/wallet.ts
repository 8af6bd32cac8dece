import type { entryTexts, rechargeFilterTexts, walletTexts } from '../en/wallet.ts';
import type { TranslationOf } from '../texts.ts';

export const wallet: TranslationOf<typeof walletTexts> = {
  addBalance: 'ব্যালেন্স যোগ করুন',
  amount: 'পরিমাণ',
  balanceAfter: 'পরের ব্যালেন্স',
  balanceNow: 'এখনকার ব্যালেন্স',
  copyReference: 'ট্রানজেকশন আইডি {reference}',
  date: 'তারিখ',
  help: 'সাহায্য',
  entry: 'বিবরণ',
  noMovements: 'এখনো কোনো লেনদেন নেই',
  noRecharges: 'কোনো রিচার্জ পাওয়া যায়নি',
  orderNumber: 'অর্ডার #{id}',
  paidTaka: 'দেওয়া টাকা',
  rechargeHeading: 'রিচার্জ হিস্টরি',
  rechargeNumber: 'রিচার্জ #{id}',
  rechargeText: 'সব ব্যালেন্স রিকোয়েস্ট এবং সেগুলোর কী হলো।',
  reference: 'ট্রানজেকশন আইডি',
  searchHint: 'ট্রানজেকশন আইডি বা পদ্ধতি',
  searchRecharges: 'রিচার্জ খুঁজুন',
  statementHeading: 'স্টেটমেন্ট',
  statementText: 'আপনার ব্যালেন্সের প্রতিটি লেনদেন, খাতায় ঠিক যেমন আছে।',
  status: 'স্ট্যাটাস',
};

export const rechargeFilters: TranslationOf<typeof rechargeFilterTexts> = {
  pending: 'পেন্ডিং',
  approved: 'অনুমোদিত',
  rejected: 'বাতিল',
};

export const entries: TranslationOf<typeof entryTexts> = {
  recharge: 'রিচার্জ অনুমোদিত',
  grant: 'ব্যালেন্স দেওয়া হয়েছে',
  takenBack: 'ব্যালেন্স ফিরিয়ে নেওয়া হয়েছে',
  order_charge: 'অর্ডার করা হয়েছে',
  order_refund: 'ব্যর্থ অর্ডারের রিফান্ড',
  order_recharge: 'অর্ডার পরে অনুমোদিত হয়েছে',
  order_partial_refund: 'ডেলিভারি না হওয়া অংশের রিফান্ড',
};
