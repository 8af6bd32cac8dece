import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { $language, languageInfo } from '../../../i18n/language.ts';

/** "Now there: Thursday, November 26 at 4:03 AM", in the reader's language. */
export function timeThere(timeZone: string): string {
  const { locale } = languageInfo[$language.get()];
  const look: Intl.DateTimeFormatOptions = {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  };
  return settingsTexts.get().nowThere({ time: new Intl.DateTimeFormat(locale, look).format() });
}
