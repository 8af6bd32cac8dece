import type { buyServiceTexts } from '../en/buy-service.ts';
import type { TranslationOf } from '../texts.ts';

export const buyService: TranslationOf<typeof buyServiceTexts> = {
  beginWith: 'এগুলোর একটি দিয়ে শুরু করুন',
  charge: 'খরচ',
  chooseFirst: 'কত খরচ হবে দেখতে একটি সার্ভিস বেছে নিন।',
  clear: 'সার্ভিস মুছুন',
  gone: 'এই সার্ভিস এখন আর নেই। অন্য একটি বেছে নিন।',
  heading: 'সার্ভিস কিনুন',
  headingText: 'সার্ভিস বেছে নিন, লিংক ও পরিমাণ দিন; সাবমিট করার আগেই খরচ দেখে নিন।',
  limits: 'সর্বনিম্ন: {min} - সর্বোচ্চ: {max}',
  loading: 'লোড হচ্ছে…',
  moreMatch: { other: 'আরও {count}টি আছে। নাম লিখলে তালিকা ছোট হবে।' },
  next: 'এরপর যা হবে',
  nextCharge: 'ব্যালেন্স থেকে খরচ কেটে অর্ডার হয়ে যাবে।',
  nextFollow: 'ডেলিভারি চলার সময় অর্ডার হিস্টরিতে অবস্থা দেখতে পাবেন।',
  nextRefund: 'যা ডেলিভারি করা যাবে না, তার টাকা ব্যালেন্সে ফেরত আসবে।',
  noneFound: 'কোনো সার্ভিস পাওয়া যায়নি',
  package: 'প্যাকেজ',
  searchHint: 'নাম বা নম্বর দিয়ে খুঁজুন…',
  serviceName: 'সার্ভিসের নাম',
  serviceRequired: 'সার্ভিসের নাম বেছে নিন',
  showServices: 'সার্ভিসের তালিকা দেখুন',
};
