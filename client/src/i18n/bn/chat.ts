import type { chatTexts } from '../en/chat.ts';
import type { TranslationOf } from '../texts.ts';

export const chat: TranslationOf<typeof chatTexts> = {
  chat: 'আমাদের সঙ্গে চ্যাট করুন',
  help: 'সাহায্য নিন',
  mailUs: 'আমাদের লিখুন',
  toTickets: 'টিকিটের উত্তর দিন',
};
