import type { noticesTexts } from '../en/notices.ts';
import type { TranslationOf } from '../texts.ts';

export const notices: TranslationOf<typeof noticesTexts> = {
  banner: 'শপের নোটিশ',
  heading: 'নোটিশ',
  headingText: 'নতুন কী আছে, আর অর্ডার করার আগে কী জানা দরকার।',
  important: 'জরুরি',
  information: 'তথ্য',
  none: 'এখন কোনো নোটিশ নেই',
  noneText: 'জানানোর মতো কিছু থাকলে এখানে দেখা যাবে।',
  putAway: 'সরিয়ে রাখুন: {title}',
  readAll: '{count}টি নোটিশের সবগুলো পড়ুন',
  readMore: 'আরও পড়ুন',
  updated: '{moment} বদলানো হয়েছে',
};
