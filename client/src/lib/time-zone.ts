import { atom, type ReadableAtom } from 'nanostores';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../../../shared/time-zone.ts';
import { deviceStorage } from './storage.ts';

const KEY = 'timeZone';

const current = atom(kept() ?? DEFAULT_TIME_ZONE);

/** The shop's time zone: what every date is shown in. It is the one of the last visit until the shop has said it again. */
export const $timeZone: ReadableAtom<string> = current;

/** What the shop says it is; one that this browser does not know changes nothing. */
export function setTimeZone(name: string): void {
  if (name === current.get() || !isTimeZone(name)) return;
  deviceStorage.keep(KEY, name);
  current.set(name);
}

function kept(): string | undefined {
  const name = deviceStorage.read(KEY);
  return name !== null && isTimeZone(name) ? name : undefined;
}
