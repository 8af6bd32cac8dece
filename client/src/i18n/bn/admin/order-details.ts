import type { orderDetailsTexts } from '../../en/admin/order-details.ts';
import type { TranslationOf } from '../../texts.ts';

export const orderDetails: TranslationOf<typeof orderDetailsTexts> = {
  deliveredUnits: 'ডেলিভারি হয়েছে',
  edit: 'লিখুন',
  keptCharge: 'রাখা হবে',
  partialHint: '১ থেকে {most}',
  partialText: '{units}টি অর্ডার করা হয়েছিল। যতগুলো ডেলিভারি হয়নি তার দাম {customer} ফেরত পাবেন, আর অর্ডারটি আর বদলানো যাবে না।',
  partialTitle: 'অর্ডার {id} আংশিক ডেলিভারি',
  placed: 'অর্ডারের সময়',
  progressFailed: 'অগ্রগতি সেভ করা যায়নি',
  progressHint: 'যা ডেলিভারি হয়নি: ০ থেকে {most}',
  progressSaved: 'অর্ডার {id}-এর অগ্রগতি সেভ হয়েছে',
  progressText: '{customer} অর্ডারে দুটোই দেখবেন। যা জানা নেই তা ফাঁকা রাখুন।',
  progressTitle: 'অর্ডার {id}-এর অগ্রগতি',
  refund: 'রিফান্ড',
  refunded: 'রিফান্ড হয়েছে',
  refunding: 'রিফান্ড হচ্ছে…',
  remains: 'বাকি',
  save: 'সেভ করুন',
  saving: 'সেভ হচ্ছে…',
  startCount: 'শুরুর সংখ্যা',
  startHint: 'ডেলিভারির আগে লিংকে যত ছিল',
  undelivered: 'ডেলিভারি হয়নি',
  undeliveredUnits: 'ডেলিভারি না হওয়া পরিমাণ',
  unknown: 'এখনো জানা নেই',
};
