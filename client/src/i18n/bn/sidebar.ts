import type { sidebarTexts } from '../en/sidebar.ts';
import type { TranslationOf } from '../texts.ts';

export const sidebar: TranslationOf<typeof sidebarTexts> = {
  foldSidebar: 'সাইডবার গুটিয়ে নিন',
  openSidebar: 'সাইডবার খুলুন',
  waiting: '{count}টি অপেক্ষায়',
};
