import '@fastify/cookie';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../env.ts';

/** Behind https the name binds the cookie to this host. */
export function refreshCookieName(config: Pick<Config, 'secureCookies'>): string {
  return config.secureCookies ? '__Host-rt' : 'rt';
}

/**
 * The cookie that carries the refresh token, out of reach of scripts. Behind https it has the `__Host-` prefix, which
 * binds it to this host; plain http (a laptop) can't have that.
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
 * Pages of configured other origins need cookies sent across sites. The check of `Origin` wherever the refresh cookie is
 * trusted is then what keeps foreign pages from using it; browsers demand `Secure`, and take it from https and from localhost.
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
