import { hashKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { PublicSettings } from '#shared/settings.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#shared/time-zone.ts';
import { deviceStorage } from './storage.ts';
import { queryClient, trpc } from './trpc.ts';

const KEY = 'timeZone';

const current = atom(kept() ?? DEFAULT_TIME_ZONE);

/** The shop's time zone, for all dates. It is the stored one of the last visit until the settings have loaded. */
export const $timeZone: ReadableAtom<string> = current;

/**
 * The frame of every page loads the settings and sets the zone; dates subscribe to it here, so that pages without dates do not
 * load date code.
 */
onMount(current, () => {
  const key = getQueryKey(trpc.settings.public, undefined, 'query');
  const follow = () => {
    const told = queryClient.getQueryData<PublicSettings>(key);
    if (told) setTimeZone(told.timeZone);
  };
  const hash = hashKey(key);
  follow();
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hash) follow();
  });
});

/** Sets the shop's zone; one that this browser does not know is ignored. */
export function setTimeZone(name: string): void {
  if (name === current.get() || !isTimeZone(name)) return;
  deviceStorage.keep(KEY, name);
  current.set(name);
}

function kept(): string | undefined {
  const name = deviceStorage.read(KEY);
  return name !== null && isTimeZone(name) ? name : undefined;
}
