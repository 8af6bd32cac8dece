/** The languages of the screens; the first is the default. */
export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/** The cookie that tells the server the device's choice. */
export const LANGUAGE_COOKIE = 'language';
