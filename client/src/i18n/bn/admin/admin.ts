import type { adminTexts } from '../../en/admin/admin.ts';
import type { TranslationOf } from '../../texts.ts';

export const admin: TranslationOf<typeof adminTexts> = {
  actions: 'কাজ',
  amount: 'পরিমাণ',
  balance: 'ব্যালেন্স',
  changeHides: 'যা লিখেছেন তা মুছে যাবে।',
  clearSelection: 'বাছাই মুছুন',
  customerSees: 'কাস্টমার এটি দেখবেন।',
  dropPicture: 'বা টেনে আনুন বা পেস্ট করুন',
  fileOf: '{label}: ফাইল',
  keepEditing: 'এডিট চালিয়ে যান',
  leave: 'চলে যান',
  leaveUnsaved: 'সেভ না করে চলে যাবেন?',
  notFound: '{noun} পাওয়া যায়নি',
  notProvided: 'দেওয়া হয়নি',
  orders: 'অর্ডার',
  reason: 'কারণ',
  recharges: 'রিচার্জ',
  removePicture: 'সরান',
  seeAll: 'সব {nouns} দেখুন',
  service: 'সার্ভিস',
  status: 'স্ট্যাটাস',
  thereIsNone: 'এই নম্বরের কোনো {noun} নেই।',
  tickets: 'টিকিট',
  uploadPicture: 'ছবি আপলোড',
};
