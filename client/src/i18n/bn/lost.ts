import type { lostTexts } from '../en/lost.ts';
import type { TranslationOf } from '../texts.ts';

export const lost: TranslationOf<typeof lostTexts> = {
  aboutText: 'দাম, ডেলিভারি, শর্ত ও রিফান্ড',
  addBalanceText: 'পেমেন্ট পদ্ধতি, পরিমাণ ও মোট টাকা',
  goHome: 'হোম পেজে যান',
  goToDashboard: 'আপনার ড্যাশবোর্ডে যান',
  loggedInAs: 'আপনি {userName} নামে লগইন করা আছেন।',
  notAllowedText: 'এই পেজ শুধু অ্যাডমিনদের জন্য। দরকার হলে কোনো অ্যাডমিনকে আপনার রোল বদলাতে বলুন।',
  notFoundText: 'এই ঠিকানায় কিছু নেই। হয়তো সরানো হয়েছে, বা ঠিকানা লিখতে ভুল হয়েছে।',
  ordersText: 'কোন অর্ডার কোন অবস্থায় আছে',
  perhaps: 'হয়তো খুঁজছেন',
  servicesText: 'সব সার্ভিসের দাম, সীমা ও সময়',
  ticketsText: 'আপনার প্রশ্ন ও আমাদের উত্তর',
};
