import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A browser or an API client with an earlier login, identified by its cookie. */
export interface Device {
  id: string;
  /** The users who logged in there, latest first. */
  userIds: number[];
}

export interface Devices {
  /** The cookie's value for a device on which this user has just logged in. */
  sign: (device: Device | undefined, userId: number) => string;
  /** Undefined for a value that was not signed here, or was modified. */
  read: (cookie: string | undefined) => Device | undefined;
}

/** The device's id if this user has logged in there before; for other users it is unknown. */
export function knownDevice(device: Device | undefined, user: { id: number } | undefined): string | undefined {
  return user && device?.userIds.includes(user.id) ? device.id : undefined;
}

/** Families and shops share a device; one more user removes the oldest. */
const ACCOUNTS_OF_A_DEVICE = 10;
const COOKIE_MAX_LENGTH = 300;
const FORM = /^([\w-]{22})\.(\d{1,16}(?:-\d{1,16}){0,9})\.([\w-]{43})$/;

/**
 * Signs and reads device cookies (OWASP: "Slow Down Online Guessing Attacks with Device Cookies"). A cookie proves an earlier login and
 * does not authenticate.
 * @param secret at least 32 random bytes, the same for every server on one database
 * @param previous another secret whose cookies are accepted, during a rotation; each refresh signs the cookie again
 */
export function createDevices(secret: string, previous?: string): Devices {
  const seal = sealsBy(secret);
  const accepted = previous === undefined ? [seal] : [seal, sealsBy(previous)];

  return {
    sign(device, userId) {
      const id = device?.id ?? randomBytes(16).toString('base64url');
      const others = device?.userIds.filter((other) => other !== userId) ?? [];
      const content = `${id}.${[userId, ...others].slice(0, ACCOUNTS_OF_A_DEVICE).join('-')}`;
      return `${content}.${seal(content).toString('base64url')}`;
    },
    read(cookie) {
      if (!cookie || cookie.length > COOKIE_MAX_LENGTH) return undefined;
      const [, id, userIds, sealed] = FORM.exec(cookie) ?? [];
      if (!id || !userIds || !sealed) return undefined;
      const found = Buffer.from(sealed, 'base64url');
      if (!accepted.some((sealBy) => timingSafeEqual(found, sealBy(`${id}.${userIds}`)))) return undefined;
      return { id, userIds: userIds.split('-').map(Number) };
    },
  };
}

function sealsBy(secret: string): (content: string) => Buffer {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'device cookie', 32));
  return (content) => createHmac('sha256', key).update(content).digest();
}
