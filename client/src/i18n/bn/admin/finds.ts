import type { findsTexts } from '../../en/admin/finds.ts';
import type { TranslationOf } from '../../texts.ts';

export const finds: TranslationOf<typeof findsTexts> = {
  admins: 'অ্যাডমিনদের দেখুন',
  blockedUsers: 'ব্লক করা ইউজার দেখুন',
  changePrices: 'দাম বদলান',
  changeServices: 'সার্ভিস বদলান',
  figures: 'প্রদর্শিত সংখ্যা',
  giveBalance: 'ব্যালেন্স দিন…',
  giveBalanceTo: '{user}-কে ব্যালেন্স দিন',
  giveTo: 'ব্যালেন্স দিন: ',
  hidden: 'লুকানো',
  importServices: 'ফাইল থেকে সার্ভিস আনুন',
  home: 'হোম পেজের লেখা',
  links: 'লিংক ও ভিডিও',
  methods: 'পেমেন্ট পদ্ধতি',
  moneyOfDays: 'এক দিন থেকে আরেক দিনের টাকার হিসাব',
  moneyOfWeek: 'শেষ ৭ দিনের টাকার হিসাব',
  moneyToday: 'আজকের টাকার হিসাব',
  pages: 'আমাদের সম্পর্কে, শর্ত ও রিফান্ড নীতি',
  perPackage: 'প্রতি প্যাকেজ {price}',
  perThousand: 'প্রতি ১,০০০ {price}',
  rate: 'রেট ও ফি',
  shop: 'শপের নাম, লোগো ও রং',
  timeZone: 'টাইম জোন',
};
