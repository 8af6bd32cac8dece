import type { conversationTexts, helpTexts, ticketStatusTexts, ticketTexts } from '../en/tickets.ts';
import type { TranslationOf } from '../texts.ts';

export const tickets: TranslationOf<typeof ticketTexts> = {
  about: 'কী বিষয়ে?',
  aboutElse: 'অন্য কিছু',
  aboutOrder: 'অর্ডার #{id}',
  aboutOrderOf: 'অর্ডার #{id}, {service}',
  aboutRecharge: 'রিচার্জ #{id}',
  aboutRechargeOf: 'রিচার্জ #{id}, {reference}',
  allTickets: 'সব টিকিট',
  closed: 'টিকিট বন্ধ করা হয়েছে',
  closeFailed: 'টিকিটটি বন্ধ করা যায়নি',
  heading: 'সাপোর্ট টিকিট',
  headingText: 'অর্ডার, রিচার্জ বা যেকোনো বিষয়ে আমাদের লিখুন। উত্তর দিলে ইমেইলে জানাব।',
  lastMessage: 'শেষ মেসেজ',
  message: 'মেসেজ',
  messages: 'মেসেজ',
  none: 'কোনো টিকিট পাওয়া যায়নি',
  noneText: 'কিছু বুঝতে না পারলে বা ঠিকমতো না হলে এখানে আমাদের লিখুন।',
  notFound: 'টিকিট পাওয়া যায়নি',
  notFoundText: 'আপনার টিকিটগুলোর মধ্যে এটি নেই।',
  open: 'টিকিট খুলুন',
  opened: 'টিকিট #{id} খোলা হয়েছে',
  openedText: 'উত্তর এখানেই দেব, ইমেইলেও জানাব।',
  openFailed: 'টিকিটটি খোলা যায়নি',
  openHeading: 'নতুন টিকিট',
  openText: 'কী হয়েছে আর কী হওয়ার কথা ছিল লিখুন। আমরা টিকিটেই উত্তর দেব।',
  opening: 'খোলা হচ্ছে…',
  orders: 'অর্ডার',
  recharges: 'রিচার্জ',
  reopenFailed: 'টিকিটটি আবার খোলা যায়নি',
  seeOpen: 'খোলা টিকিটগুলো দেখুন',
  showAll: 'সব টিকিট দেখান',
  status: 'স্ট্যাটাস',
  subject: 'বিষয়',
  subjectHint: 'অল্প কথায়',
  ticket: 'টিকিট',
  ticketNumber: 'টিকিট #{id}',
};

export const conversation: TranslationOf<typeof conversationTexts> = {
  charactersLeft: 'আর {count}টি অক্ষর লেখা যাবে',
  charactersTooMany: '{count}টি অক্ষর বেশি হয়েছে',
  closedText: 'এই টিকিট বন্ধ।',
  closeTicket: 'টিকিট বন্ধ করুন',
  conversation: 'কথোপকথন',
  customer: 'কাস্টমার',
  earlier: 'আগের মেসেজ দেখুন',
  openAgain: 'আবার খুলুন',
  openAgainText: 'আরও কিছু জানার আছে? আবার খুলে আমাদের লিখুন।',
  send: 'পাঠান',
  sendFailed: 'মেসেজটি পাঠানো যায়নি',
  sending: 'পাঠানো হচ্ছে…',
  support: 'সাপোর্ট',
  you: 'আপনি',
  yourMessage: 'আপনার মেসেজ',
};

export const ticketStatus: TranslationOf<typeof ticketStatusTexts> = {
  open: 'উত্তরের অপেক্ষায়',
  answered: 'উত্তর এসেছে',
  closed: 'বন্ধ',
};

export const help: TranslationOf<typeof helpTexts> = {
  order: 'এই অর্ডার নিয়ে সাহায্য নিন',
  recharge: 'এই রিচার্জ নিয়ে সাহায্য নিন',
  short: 'সাহায্য নিন',
};
