import { DEFAULT_PASSWORD_MIN_LENGTH, passwordMinLengthOf } from '#shared/auth.ts';
import type { Role } from '#shared/users.ts';
import { usePublicSettings } from './public-settings.ts';

/** How many characters a new password needs in this shop. @param role whose it is to be; unknown to who isn't signed in */
export function usePasswordMinLength(role: Role = 'user'): number {
  return passwordMinLengthOf(role, usePublicSettings()?.passwordMinLength ?? DEFAULT_PASSWORD_MIN_LENGTH);
}
