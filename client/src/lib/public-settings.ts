import { useEffect } from 'react';
import { setTimeZone } from './time-zone.ts';
import { trpc } from './trpc.ts';

const HOUR_MS = 3_600_000;

/** What the shop tells everybody about itself; undefined until it is here. */
export function usePublicSettings() {
  return trpc.settings.public.useQuery(undefined, { staleTime: HOUR_MS }).data;
}

/** Every date follows the shop's time zone from here on, also once an admin has changed it; for what surrounds all pages. */
export function useShopTimeZone(): void {
  const zone = usePublicSettings()?.timeZone;
  useEffect(() => {
    if (zone !== undefined) setTimeZone(zone);
  }, [zone]);
}
