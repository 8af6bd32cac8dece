/** The languages of the screens; the first is the default. */
export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/** The cookie with the language chosen on this device. */
export const LANGUAGE_COOKIE = 'language';

/** The family of faces for a script that the panel's own face does not have; its files bear the same name. */
export const fontFamilies: Partial<Record<Language, string>> = { bn: 'Noto Sans Bengali' };

/** Words for pages that have no code to load texts with. */
export const wordsWithoutCode: Record<Language, { loading: string; needsScript: string; busy: string }> = {
  en: {
    loading: 'Loading…',
    needsScript: 'This panel needs JavaScript. Please switch it on and load the page again.',
    busy: 'The server is busy. This page tries again in a moment.',
  },
  bn: {
    loading: 'লোড হচ্ছে…',
    needsScript: 'এই প্যানেলের জন্য জাভাস্ক্রিপ্ট লাগে। চালু করে পেজটি আবার লোড করুন।',
    busy: 'সার্ভার এখন ব্যস্ত। একটু পরে এই পেজ নিজেই আবার চেষ্টা করবে।',
  },
};
