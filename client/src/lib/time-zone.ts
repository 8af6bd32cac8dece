import { hashKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { PublicSettings } from '#shared/settings.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#shared/time-zone.ts';
import { deviceStorage } from './storage.ts';
import { queryClient, trpc } from './trpc.ts';

const KEY = 'timeZone';

const current = atom(kept() ?? DEFAULT_TIME_ZONE);

/** The shop's time zone: what every date is shown in. It is the one of the last visit until the shop has said it again. */
export const $timeZone: ReadableAtom<string> = current;

/**
 * What the shop says of itself is asked for by what surrounds every page; who shows a date follows it here, so that no page without
 * one pays for it.
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
