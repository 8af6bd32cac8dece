import type { termTexts } from '../en/terms.ts';
import type { TranslationOf } from '../texts.ts';

export const terms: TranslationOf<typeof termTexts> = {
  nonRefundable: 'জমা দেওয়া টাকা ফেরতযোগ্য নয় এবং ফিরিয়ে নেওয়া যায় না।',
  onlyServices: 'ব্যালেন্স শুধু এই প্ল্যাটফর্মের সার্ভিসে খরচ করা যায়।',
  noCancelling: 'অর্ডার করার পর ডেলিভারি অসম্ভব না হলে রিফান্ড বা বাতিল করা হয় না।',
  privateAccounts: 'প্রাইভেট বা ভুল অ্যাকাউন্টের অর্ডারে রিফান্ড দেওয়া হয় না।',
  noGuarantee: 'ডেলিভারির সময়ের কোনো গ্যারান্টি নেই।',
  ratesChange: 'রেট আগাম নোটিশ ছাড়াই বদলাতে পারে।',
  fraud: 'প্রতারণা করলে অ্যাকাউন্ট বন্ধ করা হবে।',
  chargeback: 'চার্জব্যাক বা ডিসপিউট করলে অ্যাকাউন্ট বন্ধ করা হবে।',
};
