import { addressKey } from '../limits/rate-limit.ts';

const IPV6_GROUPS = 3;

/**
 * An address without the part that tells one home from another: the last number of an IPv4 address, and all that follows the
 * first 48 bits of an IPv6 address.
 */
export function shortAddress(address: string): string {
  const key = addressKey(address);
  if (!key.includes(':')) return key.replace(/\d+$/, 'x');
  return `${key.split(':').slice(0, IPV6_GROUPS).join(':')}:x`;
}
