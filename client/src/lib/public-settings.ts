import { trpc } from './trpc.ts';

const HOUR_MS = 3_600_000;

/** The shop's public settings; undefined until they have loaded. */
export function usePublicSettings() {
  return trpc.settings.public.useQuery(undefined, { staleTime: HOUR_MS }).data;
}
