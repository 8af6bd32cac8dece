import '@fastify/cookie';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../env.ts';

/** With https the prefix binds the cookie to this host. */
export function refreshCookieName(config: Pick<Config, 'secureCookies'>): string {
  return config.secureCookies ? '__Host-rt' : 'rt';
}

/**
 * The cookie with the refresh token, not readable by scripts. With https it has the `__Host-` prefix, which binds it to this host;
 * plain http (a laptop) can't have that.
 */
export function refreshCookie(config: Config, request: FastifyRequest, reply: FastifyReply) {
  const name = refreshCookieName(config);
  const options = cookieOptions(config);
  return {
    read: (): string | undefined => request.cookies[name],
    write: (token: string, expires: Date): void => void reply.setCookie(name, token, { ...options, expires }),
    clear: (): void => void reply.clearCookie(name, options),
  };
}

/**
 * Pages of other configured origins need cookies sent cross-site. The check of `Origin` then protects the refresh cookie from other
 * sites. Browsers require `Secure`, and accept it from https and from localhost.
 */
export function cookieOptions(config: Pick<Config, 'secureCookies' | 'corsOrigins'>): CookieSerializeOptions {
  const isCrossSite = config.corsOrigins.length > 0;
  return {
    httpOnly: true,
    secure: config.secureCookies || isCrossSite,
    sameSite: isCrossSite ? 'none' : 'strict',
    path: '/',
  };
}
