import type { findsTexts } from '../../en/admin/finds.ts';
import type { TranslationOf } from '../../texts.ts';

export const finds: TranslationOf<typeof findsTexts> = {
  admins: 'অ্যাডমিনদের দেখুন',
  blockedUsers: 'ব্লক করা ইউজার দেখুন',
  changePrices: 'দাম বদলান',
  figures: 'প্রদর্শিত সংখ্যা',
  giveBalance: 'ব্যালেন্স দিন…',
  giveBalanceTo: '{user}-কে ব্যালেন্স দিন',
  giveTo: 'ব্যালেন্স দিন: ',
  hiddenPerThousand: 'প্রতি ১০০০ {price} · লুকানো',
  importServices: 'ফাইল থেকে সার্ভিস আনুন',
  links: 'লিংক',
  moneyOfDays: 'এক দিন থেকে আরেক দিনের টাকার হিসাব',
  moneyOfWeek: 'শেষ ৭ দিনের টাকার হিসাব',
  moneyToday: 'আজকের টাকার হিসাব',
  paymentMethods: 'পেমেন্ট পদ্ধতি',
  perThousand: 'প্রতি ১০০০ {price}',
  rate: 'রেট ও ফি',
  timeZone: 'টাইম জোন',
};
