import { DEFAULT_PASSWORD_MIN_LENGTH, passwordMinLengthOf } from '#shared/auth.ts';
import type { Role } from '#shared/users.ts';
import { usePublicSettings } from './public-settings.ts';

/** The minimum length of a new password in this shop. @param role the user's role; unknown for a visitor */
export function usePasswordMinLength(role: Role = 'user'): number {
  return passwordMinLengthOf(role, usePublicSettings()?.passwordMinLength ?? DEFAULT_PASSWORD_MIN_LENGTH);
}
