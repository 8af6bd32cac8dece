import type { SessionOut } from '#shared/auth.ts';
import type { Done } from '#shared/done.ts';
import type { SignedIn } from '../../base/identity/sessions.ts';
import type { LogoutCredentials } from './logout.ts';
import type { PasswordReset } from './reset-password.ts';

/** The part of a request that sign-in and sign-out need, in any API. */
export interface SessionRequest {
  accessToken: string | undefined;
  isFromAllowedOrigin: () => boolean;
  hasNoOrigin: () => boolean;
  refreshCookie: {
    read: () => string | undefined;
    write: (token: string, expires: Date) => void;
    clear: () => void;
  };
  /** Marks the device as known for the next login of this user. */
  rememberDevice: (userId: number) => void;
}

/** The part of a request that refreshes or ends a session. */
export function cookieCredentials(request: SessionRequest): LogoutCredentials {
  return {
    accessToken: request.accessToken,
    refreshToken: request.refreshCookie.read(),
    fromAllowedOrigin: request.isFromAllowedOrigin(),
    hasNoOrigin: request.hasNoOrigin(),
  };
}

/** Puts the refresh token into a cookie that scripts can't read, remembers the device, and returns the rest as the response. */
export async function answerSignedIn(request: SessionRequest, signingIn: Promise<SignedIn>): Promise<SessionOut> {
  const { user, tokens, refreshToken, refreshExpiresAt } = await signingIn;
  request.refreshCookie.write(refreshToken, refreshExpiresAt);
  request.rememberDevice(user.id);
  return { user, tokens };
}

/** Removes the cookie after the session has ended on the server. */
export async function answerSignedOut(request: SessionRequest, signingOut: Promise<void>): Promise<Done> {
  await signingOut;
  request.refreshCookie.clear();
  return { ok: true };
}

/** A link from the owner's mailbox proves the owner, except of an account with a second factor, so login attempts of strangers do not lock this device out. */
export async function answerReset(request: SessionRequest, resetting: Promise<PasswordReset>): Promise<Done> {
  const { userId, isProven } = await resetting;
  if (isProven) request.rememberDevice(userId);
  return { ok: true };
}

export async function answerDone(work: Promise<void>): Promise<Done> {
  await work;
  return { ok: true };
}
