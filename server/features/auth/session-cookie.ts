import type { SessionOut } from '../../../shared/auth.ts';
import type { Context } from '../../context.ts';
import type { LogoutCredentials } from './logout.ts';
import type { SignedIn } from './sessions.ts';

/** What a request shows to refresh or end a session. */
export function cookieCredentials(ctx: Context): LogoutCredentials {
  return {
    accessToken: ctx.accessToken,
    refreshToken: ctx.refreshCookie.read(),
    fromAllowedOrigin: ctx.fromAllowedOrigin,
  };
}

/** Puts the refresh token where no script can read it, and leaves the rest for the answer. */
export function answerSignedIn(ctx: Context, signedIn: SignedIn): SessionOut {
  ctx.refreshCookie.write(signedIn.refreshToken, signedIn.refreshExpiresAt);
  return { user: signedIn.user, tokens: signedIn.tokens };
}

export function answerSignedOut(ctx: Context): { ok: true } {
  ctx.refreshCookie.clear();
  return { ok: true };
}
