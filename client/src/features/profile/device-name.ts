import type { SessionEntry } from '#shared/auth.ts';
import { profileTexts } from '../../i18n/en/profile.ts';

/** A browser or API client as text: "Chrome on Android". */
export function deviceName({ browser, system }: Pick<SessionEntry, 'browser' | 'system'>): string {
  const t = profileTexts.get();
  if (browser && system) return t.device({ browser, system });
  return browser ?? system ?? t.unknownDevice;
}
