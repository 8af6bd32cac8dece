import { DEFAULT_PASSWORD_MIN_LENGTH } from '../../../shared/auth.ts';
import { usePublicSettings } from './public-settings.ts';

/** How many characters a new password needs in this shop. */
export function usePasswordMinLength(): number {
  return usePublicSettings()?.passwordMinLength ?? DEFAULT_PASSWORD_MIN_LENGTH;
}
