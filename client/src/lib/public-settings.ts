import { DEFAULT_PASSWORD_MIN_LENGTH } from '../../../shared/auth.ts';
import { trpc } from './trpc.ts';

const HOUR_MS = 3_600_000;

/** What the shop tells everybody about itself; undefined until it is here. */
export function usePublicSettings() {
  return trpc.settings.public.useQuery(undefined, { staleTime: HOUR_MS }).data;
}

/** How many characters a new password needs in this shop. */
export function usePasswordMinLength(): number {
  return usePublicSettings()?.passwordMinLength ?? DEFAULT_PASSWORD_MIN_LENGTH;
}
