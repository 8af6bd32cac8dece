/** What the panel's screens can be read in; the first is what nobody has to choose. */
export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/** Where a device's choice is kept for the server. */
export const LANGUAGE_COOKIE = 'language';
