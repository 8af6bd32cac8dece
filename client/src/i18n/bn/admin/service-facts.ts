import type { dropTexts, factNameTexts, factQualityTexts, serviceFactsTexts } from '../../en/admin/service-facts.ts';
import type { TranslationOf } from '../../texts.ts';

export const serviceFacts: TranslationOf<typeof serviceFactsTexts> = {
  asRead: 'লেখা থেকে পড়ে নিন',
  asReadDone: 'নাম ও বিবরণ থেকে পূরণ করা হয়েছে।',
  asReadNone: 'নাম ও বিবরণে এগুলোর কিছু লেখা নেই।',
  autoRefill: 'না চাইলেও রিফিল আসে',
  country: 'দেশ',
  countryHint: 'দুই অক্ষর, যেমন BD। খালি রাখলে যেকোনো দেশ।',
  drop: 'কমে যাওয়া',
  facts: 'তথ্য',
  factsHint: 'কাস্টমাররা এগুলো ধরে ফিল্টার ও তুলনা করেন।',
  kind: 'কী বিক্রি হয়',
  kindHint: 'যেমন followers।',
  nameBn: 'বাংলা নাম',
  nameBnHint: 'যাঁরা বাংলায় পড়েন তাঁরা এটি দেখেন।',
  nameBnNone: 'এই নামের কোনো শব্দের বাংলা জানা নেই।',
  notSaid: 'বলা নেই',
  promisesRefill: 'রিফিলের কথা আছে, রিফিল নেই',
  promisesRefillText: {
    other: 'লেখায় রিফিলের কথা আছে (“{words}”), কিন্তু রিফিলের সময় খালি। {count} দিন লিখুন, বা লেখা বদলান।',
  },
  quality: 'মান',
  readFrom: '“{words}” থেকে পড়া',
  speed: 'দিনে গতি',
  speedHint: 'দিনে কত ইউনিট। খালি রাখলে বলা নেই।',
  start: 'শুরু হয়',
  startAtOnce: 'সঙ্গে সঙ্গে',
  startHours: { other: '{count} ঘণ্টার মধ্যে' },
  startMinutes: { other: '{count} মিনিটের মধ্যে' },
  suggest: 'প্রস্তাব করুন',
};

export const factNames: TranslationOf<typeof factNameTexts> = {
  refillDays: 'রিফিলের দিন',
  autoRefill: 'নিজে থেকে রিফিল',
  startMinutes: 'শুরু হয়',
  speedPerDay: 'দিনে গতি',
  quality: 'মান',
  country: 'দেশ',
  drop: 'কমে যাওয়া',
  kind: 'ধরন',
};

export const drops: TranslationOf<typeof dropTexts> = {
  none: 'কমে না',
  low: 'অল্প কমে',
  possible: 'কমতে পারে',
};

export const factQualities: TranslationOf<typeof factQualityTexts> = {
  real: 'আসল',
  active: 'সক্রিয়',
  hq: 'উঁচু মান',
  lq: 'নিচু মান',
  bot: 'বট',
  mixed: 'মিশ্র',
  male: 'পুরুষ',
  female: 'নারী',
  premium: 'প্রিমিয়াম',
  verified: 'ভেরিফায়েড',
  aged: 'পুরোনো',
  organic: 'অর্গানিক',
};
