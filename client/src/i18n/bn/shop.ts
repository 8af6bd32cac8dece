import type { shopTexts } from '../en/shop.ts';
import type { TranslationOf } from '../texts.ts';

export const shop: TranslationOf<typeof shopTexts> = {
  asSamples: 'এখানে পরখ করার নমুনা হিসেবে দেখানো হয়; প্রোডাকশনে দেখানো হয় না।',
  cantPay: 'কাস্টমাররা এখনো {names} দিয়ে টাকা দিতে পারছেন না',
  cantPayText: 'নিজের নম্বর বসান, বা যা ব্যবহার করেন না তা বন্ধ করুন।',
  day: 'দিন',
  days: '{count} দিন',
  daysSummary: 'শেষ {days} দিন: {orders}টি অর্ডার, {revenue}।',
  notOffered: 'এগুলো কাস্টমারদের দেখানো হচ্ছে না।',
  noOrders: 'কোনো অর্ডার অপেক্ষায় নেই',
  noRecharges: 'কোনো রিচার্জ অপেক্ষায় নেই',
  orders: { other: 'অর্ডার অপেক্ষায়' },
  ordersAndRevenue: 'দিনপ্রতি অর্ডার ও আয়',
  ordersAndRevenueText: 'শেষ {days} দিনে {orders}টি অর্ডার, {revenue}; রিফান্ড বাদ দিয়ে',
  paymentMethods: 'পেমেন্ট পদ্ধতি',
  real: 'আসলে {count}',
  recharges: { other: 'রিচার্জ অপেক্ষায়' },
  revenue: 'আয়',
  timeRange: 'সময়সীমা',
  totalUsers: 'মোট ইউজার',
  waiting: 'সিদ্ধান্তের অপেক্ষায়',
};
