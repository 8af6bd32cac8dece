import type { linkFitTexts, linkKindTexts } from '../en/link-fit.ts';
import type { TranslationOf } from '../texts.ts';

export const linkFit: TranslationOf<typeof linkFitTexts> = {
  ask: 'লিংকটি কি ঠিক আছে?',
  askText: 'আপনি দিয়েছেন: {read}। {service} যার জন্য: {expected}। ভুল লিংকের টাকা ফেরত হয় না।',
  change: 'লিংক বদলান',
  hint: 'যার জন্য: {expected}। যেমন {example}',
  hintAlone: 'যার জন্য: {expected}',
  orderAnyway: 'তবুও অর্ডার করুন',
  noted: 'সার্ভিসটি এ ধরনের লিংকের জন্য নয়।',
  reading: 'যা অর্ডার হবে: {link}',
  or: '{one} বা {other}',
};

export const linkKinds: TranslationOf<typeof linkKindTexts> = {
  profile: 'প্রোফাইল',
  post: 'পোস্ট',
  reel: 'রিল',
  video: 'ভিডিও',
  short: 'শর্টস',
  story: 'স্টোরি',
  live: 'লাইভ',
  comment: 'কমেন্ট',
  channel: 'চ্যানেল',
  group: 'গ্রুপ',
  invite: 'ইনভাইট লিংক',
  playlist: 'প্লেলিস্ট',
  track: 'গান',
  page: 'পেজ',
  event: 'ইভেন্ট',
  place: 'জায়গা',
  app: 'অ্যাপ',
  site: 'ওয়েবসাইট',
  unknown: 'ছোট লিংক',
};
