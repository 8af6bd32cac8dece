import '@fastify/cookie';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../env.ts';

/**
 * The cookie that carries the refresh token, out of reach of scripts. Behind https it has the `__Host-` prefix, which
 * binds it to this host; plain http (a laptop) can't have that.
 */
export function refreshCookie(config: Config, request: FastifyRequest, reply: FastifyReply) {
  const name = config.secureCookies ? '__Host-rt' : 'rt';
  const options: CookieSerializeOptions = {
    httpOnly: true,
    secure: config.secureCookies,
    sameSite: 'strict',
    path: '/',
  };
  return {
    read: (): string | undefined => request.cookies[name],
    write: (token: string, expires: Date): void => void reply.setCookie(name, token, { ...options, expires }),
    clear: (): void => void reply.clearCookie(name, options),
  };
}
