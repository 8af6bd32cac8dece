import type { orderStatusTexts, rechargeStatusTexts, timelineTexts } from '../en/statuses.ts';
import type { TranslationOf } from '../texts.ts';

export const orderStatus: TranslationOf<typeof orderStatusTexts> = {
  pending: 'প্রসেসিং',
  processing: 'প্রসেসিং',
  completed: 'সম্পন্ন',
  partial: 'আংশিক',
  rejected: 'ব্যর্থ',
};

export const rechargeStatus: TranslationOf<typeof rechargeStatusTexts> = {
  pending: 'অপেক্ষমাণ',
  approved: 'অনুমোদিত',
  rejected: 'বাতিল',
  reversed: 'ফেরত নেওয়া হয়েছে',
};

export const timeline: TranslationOf<typeof timelineTexts> = {
  charged: '{amount} কাটা হয়েছে',
  chargedAgain: '{amount} আবার কাটা হয়েছে',
  notDelivered: '{units}টি ডেলিভারি হয়নি, {amount} ফেরত দেওয়া হয়েছে',
  orderPlaced: 'অর্ডার করা হয়েছে',
  ourTeam: 'আমাদের টিম',
  refunded: '{amount} ফেরত দেওয়া হয়েছে',
  you: 'আপনি',
};
