import type { profitTexts } from '../../en/admin/profit.ts';
import type { TranslationOf } from '../../texts.ts';

export const profit: TranslationOf<typeof profitTexts> = {
  byCustomer: 'কাস্টমার',
  byDay: 'দিন',
  byService: 'সার্ভিস',
  bySupplier: 'সাপ্লায়ার',
  cost: 'খরচ',
  days: '{from} থেকে {to}।',
  fromAfterTo: 'শুরুর দিন শেষের দিনের পরে, তাই শেষের দিন পর্যন্ত ৩০ দিন দেখানো হচ্ছে।',
  fromDay: 'থেকে',
  groupBy: 'সারি',
  heading: 'লাভ',
  headingText: 'অর্ডার যেদিন দেওয়া হয়েছে, সেদিনেই গোনা হয়। কোনো সাপ্লায়ার যেটি নেয়নি, তার খরচ জানা নেই, লাভও ধরা হয় না।',
  none: 'এই দিনগুলোয় কোনো অর্ডার নেই।',
  orders: 'অর্ডার',
  profit: 'লাভ',
  revenue: 'আয়',
  toDay: 'পর্যন্ত',
  total: 'মোট',
  withoutCost: 'খরচ জানা নেই',
  withoutCostOrders: { one: '{count}টি অর্ডার', other: '{count}টি অর্ডার' },
  withoutSupplier: 'সাপ্লায়ার থেকে কেনা নয়',
};
