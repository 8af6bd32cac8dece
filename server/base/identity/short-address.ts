import { addressKey } from '../limits/rate-limit.ts';

const IPV6_GROUPS = 3;

/** An address without the part that identifies a home: the last number of IPv4, everything after the first 48 bits of IPv6. */
export function shortAddress(address: string): string {
  const key = addressKey(address);
  if (!key.includes(':')) return key.replace(/\d+$/, 'x');
  return `${key.split(':').slice(0, IPV6_GROUPS).join(':')}:x`;
}
