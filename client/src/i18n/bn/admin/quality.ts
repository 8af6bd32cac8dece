import type { qualityTexts } from '../../en/admin/quality.ts';
import type { TranslationOf } from '../../texts.ts';

export const quality: TranslationOf<typeof qualityTexts> = {
  accepted: 'নিয়েছে',
  canceled: 'বাতিল',
  finish: 'শেষ হতে',
  heading: 'মান',
  kept: '{asked}টির মধ্যে {done}টি',
  lineAccepted: { other: '{day} থেকে {count}টি কেনা' },
  lineCanceled: 'বাতিল {share}',
  lineFinish: 'শেষ হয় {times}',
  lineNone: 'গত ৩০ দিনে কিছু কেনা হয়নি',
  linePartial: 'আংশিক {share}',
  lineRefills: 'রিফিল দিয়েছে {kept}',
  lineStart: 'শুরু হয় {times}',
  lineTooFew: 'আর কিছু বলার মতো যথেষ্ট নয়',
  moves: 'বেড়েছে {rises} বার, কমেছে {falls} বার',
  none: 'গত ৩০ দিনে কিছু কেনা হয়নি।',
  partial: 'আংশিক',
  priceMoves: 'দামের ওঠানামা',
  refills: 'রিফিল দিয়েছে',
  start: 'শুরু হতে',
  summary: '{day} থেকে যা নিয়েছে। প্রথম সময়টি সাধারণত লাগে, দ্বিতীয়টির মধ্যে ৯০ % হয়ে যায়। {count}টির কম হলে বলা যায় না।',
  times: '{usual} · ৯০ %: {most}',
  tooFew: 'যথেষ্ট নয়',
};
