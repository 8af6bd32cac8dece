import { trpc } from './trpc.ts';

const HOUR_MS = 3_600_000;

/** What the shop tells everybody about itself; undefined until it is here. */
export function usePublicSettings() {
  return trpc.settings.public.useQuery(undefined, { staleTime: HOUR_MS }).data;
}
