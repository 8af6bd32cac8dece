import type { adminOrderStatusTexts, adminTimelineTexts } from '../../en/admin/statuses.ts';
import type { TranslationOf } from '../../texts.ts';

export const adminOrderStatus: TranslationOf<typeof adminOrderStatusTexts> = {
  pending: 'অপেক্ষমাণ',
  processing: 'প্রসেসিং',
  completed: 'সম্পন্ন',
  partial: 'আংশিক',
  rejected: 'বাতিল',
};

export const adminTimeline: TranslationOf<typeof adminTimelineTexts> = {
  anAdmin: 'একজন অ্যাডমিন',
  evidence: 'প্রমাণ',
  rejected: 'বাতিল',
  theCustomer: 'কাস্টমার',
  theSupplier: 'সাপ্লায়ার',
};
