import { createHash } from 'node:crypto';
import { readLink, targetKey } from '#shared/paste/link.ts';

/** A longer key is stored as its hash, so that an index holds any. */
const LONGEST_KEY = 200;

/**
 * What a link leads to, in any spelling: its kind and key, as `orders.target_key` stores it. "One open order for a link" compares it.
 * @param link an order's link; one that can't be read is compared by its text
 */
export function targetKeyOf(link: string): string {
  const read = readLink(link);
  const key = 'problem' in read ? `text:${link}` : targetKey(read.target);
  return key.length > LONGEST_KEY ? `hash:${createHash('sha256').update(key).digest('base64url')}` : key;
}
