/** The languages of the screens; the first is the default. */
export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/** The cookie with the language chosen on this device. */
export const LANGUAGE_COOKIE = 'language';
