import type { paletteTexts } from '../en/palette.ts';
import type { TranslationOf } from '../texts.ts';

export const palette: TranslationOf<typeof paletteTexts> = {
  actions: 'কাজ',
  adminPlaceholder: 'পেজ, ইউজার, অর্ডার, সার্ভিস…',
  close: 'বন্ধ করুন',
  failed: 'শুধু পেজ খোঁজা গেছে: সার্ভার থেকে উত্তর আসেনি।',
  found: { other: '{count}টি ফলাফল' },
  hint: 'পেজ ছাড়া আরও কিছু খুঁজতে অন্তত দুটি অক্ষর, একটি লিংক বা অর্ডার নম্বর লিখুন।',
  keyChoose: 'খুলুন',
  keyClose: 'বন্ধ করুন',
  keyKeys: 'এই কী-গুলো',
  keyMove: 'ফলাফলের মধ্যে যান',
  keySearch: 'সার্চ',
  keys: 'কিবোর্ড শর্টকাট',
  nothing: '“{query}” দিয়ে কিছু পাওয়া যায়নি',
  orderNumber: 'অর্ডার #{id}',
  orders: 'অর্ডার',
  pages: 'পেজ',
  perThousand: 'প্রতি ১,০০০ {price}',
  placeholder: 'পেজ, সার্ভিস, অর্ডার…',
  recharges: 'রিচার্জ',
  searching: 'খোঁজা হচ্ছে…',
  services: 'সার্ভিস',
  settings: 'সেটিংস',
  title: 'সার্চ',
  users: 'ইউজার',
};
