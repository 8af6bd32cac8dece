import type { factTexts, qualityWordTexts } from '../en/facts.ts';
import type { TranslationOf } from '../texts.ts';

export const facts: TranslationOf<typeof factTexts> = {
  anyCountry: 'যেকোনো দেশ',
  anyRefill: 'রিফিলসহ বা ছাড়া',
  anyStart: 'যখনই শুরু হোক',
  autoRefill: 'অটো রিফিল',
  clear: 'ফিল্টার মুছুন',
  dropLow: 'কম ড্রপ',
  dropNone: 'নন-ড্রপ',
  dropPossible: 'ড্রপ হতে পারে',
  filters: 'ফিল্টার',
  instant: 'সঙ্গে সঙ্গে শুরু',
  kinds: 'সার্ভিসের ধরন',
  lifetime: 'আজীবন রিফিল',
  refill: { other: '{count} দিন রিফিল' },
  refillFrom: '{count} দিন বা বেশি রিফিল',
  remove: '“{filter}” ফিল্টারটি সরান',
  speed: 'দিনে {units}',
  startsWithin: '{time}-এর মধ্যে শুরু',
};

export const qualities: TranslationOf<typeof qualityWordTexts> = {
  real: 'রিয়েল',
  active: 'অ্যাকটিভ',
  hq: 'ভালো মান',
  lq: 'সাধারণ মান',
  bot: 'বট',
  mixed: 'মিক্সড',
  male: 'পুরুষ',
  female: 'নারী',
  premium: 'প্রিমিয়াম',
  verified: 'ভেরিফায়েড',
  aged: 'পুরোনো অ্যাকাউন্ট',
  organic: 'অর্গানিক',
};
