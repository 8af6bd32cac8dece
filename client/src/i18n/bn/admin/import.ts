import type { importCountTexts, importKindTexts, importTexts } from '../../en/admin/import.ts';
import type { TranslationOf } from '../../texts.ts';

export const importing: TranslationOf<typeof importTexts> = {
  apply: { other: '{count}টি বদল প্রয়োগ করুন' },
  applying: 'প্রয়োগ হচ্ছে…',
  check: 'ফাইলটি যাচাই করুন',
  checkFailed: 'ফাইলটি যাচাই করা যায়নি',
  checking: 'যাচাই হচ্ছে…',
  chooseAnother: 'অন্য ফাইল বেছে নিন',
  chooseFile: 'ফাইল বেছে নিন',
  chooseFirst: 'আগে ফাইল বেছে নিন বা লাইনগুলো পেস্ট করুন',
  columnsHint: 'ফাইলে যে কলাম নেই তা আগের মতোই থাকে। সর্বোচ্চ {count}টি লাইন।',
  csvFile: 'CSV ফাইল',
  done: 'ক্যাটালগ ইমপোর্ট হয়েছে',
  downloadEmpty: 'খালি ফাইল ডাউনলোড করুন',
  emptyValue: 'কিছু না',
  heading: 'সার্ভিস ইমপোর্ট',
  leave: 'বেরিয়ে যান',
  leaveSure: 'ইমপোর্ট না করে বেরিয়ে যাবেন?',
  leaveSureText: 'ফাইলের কিছুই লেখা হয়নি।',
  linesHint: 'যে লাইনে {id} আছে, বা কোনো সার্ভিসের {externalId} আছে, সেটি ওই সার্ভিস বদলায়; অন্য লাইন নতুন সার্ভিস বানায়।',
  notBefore: 'কী কী বদলাবে আপনি না দেখা পর্যন্ত কিছুই লেখা হয় না।',
  noName: 'নাম নেই',
  nothingToDo: 'ক্যাটালগে এর সবই আগে থেকে আছে।',
  notWritten: 'কিছুই লেখা হয়নি',
  notWhileErrors: 'কোনো লাইনে ভুল থাকলে কিছুই লেখা হয় না। ফাইলটি ঠিক করে আবার বেছে নিন।',
  orDrop: 'বা এখানে ছেড়ে দিন',
  orPaste: 'বা লাইনগুলো পেস্ট করুন, আগে হেডার',
  pasted: 'আপনার পেস্ট করা লাইন',
  stay: 'থাকুন',
  takeAway: '{name} সরান',
  tooLong: 'ফাইলটি সর্বোচ্চ ২ MB হতে পারে',
  wouldBeDone: 'যা যা হবে',
};

export const importKinds: TranslationOf<typeof importKindTexts> = {
  error: 'ভুল',
  create: 'নতুন',
  update: 'বদল',
  unchanged: 'একই',
};

export const importCounts: TranslationOf<typeof importCountTexts> = {
  error: '{count}টিতে ভুল',
  create: '{count}টি নতুন',
  update: '{count}টি বদলাবে',
  unchanged: '{count}টি একই',
};
