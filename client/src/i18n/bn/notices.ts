import type { noticesTexts } from '../en/notices.ts';
import type { TranslationOf } from '../texts.ts';

export const notices: TranslationOf<typeof noticesTexts> = {
  aboutUs: 'আমাদের সম্পর্কে',
  banner: 'শপের নোটিশ',
  heading: 'নোটিশ',
  headingText: 'নতুন কী আছে, আর অর্ডার করার আগে কী জানা দরকার।',
  important: 'জরুরি',
  information: 'তথ্য',
  none: 'এখন কোনো নোটিশ নেই',
  noneText:
    'সবকিছু ঠিকমতো চলছে। নতুন কী এসেছে, আজ কী দেরি হচ্ছে, সাপোর্ট কখন বন্ধ, সব এখানে জানবেন; জরুরি খবর সব পেজের উপরেও থাকে।',
  putAway: 'সরিয়ে রাখুন: {title}',
  readAll: '{count}টি নোটিশের সবগুলো পড়ুন',
  readMore: 'আরও পড়ুন',
  seeServices: 'সব সার্ভিস দেখুন',
  updated: '{moment} বদলানো হয়েছে',
};
