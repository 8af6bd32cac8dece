import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../env.ts';
import type { Device, Devices } from '../devices.ts';
import { cookieOptions } from './refresh-cookie.ts';

/** The longest lifetime that browsers allow. */
const LIFE_SECONDS = 400 * 86_400;

/** A cookie that identifies a device with an earlier login. Scripts can't read it, and it does not authenticate. */
export function deviceCookie(
  { config, devices }: { config: Config; devices: Devices },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const name = config.secureCookies ? '__Host-device' : 'device';
  const read = (): Device | undefined => devices.read(request.cookies[name]);
  return {
    read,
    remember: (userId: number): void =>
      void reply.setCookie(name, devices.sign(read(), userId), { ...cookieOptions(config), maxAge: LIFE_SECONDS }),
  };
}
