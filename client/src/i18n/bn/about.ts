import type { aboutTexts } from '../en/about.ts';
import type { TranslationOf } from '../texts.ts';

export const about: TranslationOf<typeof aboutTexts> = {
  contact: 'যোগাযোগ',
  contactText: 'কিছু বুঝতে পারছেন না, বা অর্ডার ঠিকমতো হয়নি? আমাদের লিখুন।',
  contents: 'এই পেজে',
  heading: 'আমাদের সম্পর্কে',
  refunds: 'রিফান্ড নীতি',
  seeServices: 'সার্ভিস দেখুন',
  terms: 'ব্যবহারের শর্ত',
};
