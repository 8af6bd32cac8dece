import type { stillRunningTexts } from '../../en/admin/still-running.ts';
import type { TranslationOf } from '../../texts.ts';

export const stillRunning: TranslationOf<typeof stillRunningTexts> = {
  line: 'এখনো চলছে…',
  text: 'পাঁচ মিনিটেও শেষ হয়নি, তবে কাজটি চলছে। ফলাফল দেখতে পরে আবার বাটনটি চাপুন।',
  title: 'এখনো চলছে',
};
