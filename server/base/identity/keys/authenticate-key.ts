import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../errors.ts';
import type { Authenticated, CallingKey } from '../authenticate.ts';
import { isAllowedAddress } from './allowed-addresses.ts';
import type { KeyLookup, KeyState } from './key-lookup.ts';
import { readSecret } from './key-secret.ts';
import type { KeyUses } from './key-uses.ts';

/** A caller with an API key instead of a session. */
export type KeyCaller = Authenticated & { key: CallingKey; sessionId: undefined };

/**
 * Authenticates the owner of an API key. Key, role and blocked state are read from the database each time, so revoking or blocking takes
 * effect at once. Notes the use without waiting for it. The scopes are checked per call by `assertScope`.
 * @param secret as sent by the client
 * @param address the client's IP address
 * @throws DomainError `unauthenticated` for an unknown, malformed, revoked or expired key and for another address, `blocked`,
 * `second_factor_missing` for the key of an admin who can only enrol
 */
export async function authenticateKey(
  { findKey, keyUses }: { findKey: KeyLookup; keyUses: KeyUses },
  secret: string,
  address: string,
): Promise<KeyCaller> {
  const read = readSecret(secret);
  const key = read && (await findKey(read.id));
  if (!key || !isSecretOf(key, read.hash)) throw new DomainError('unauthenticated');
  if (!key.live || !isAllowedAddress(key.addresses, address)) throw new DomainError('unauthenticated');
  if (key.blocked) throw new DomainError('blocked');
  if (key.mustEnroll) throw new DomainError('second_factor_missing');
  // Behind a proxy the client may name anything as its address.
  const from = isIP(address) ? address : 'unknown';
  if (key.usedNowFrom !== from) keyUses.note(key.id, from);
  const { id, scopes, userId, role, hasSecondFactor, expiresAtMs } = key;
  const actor: Actor = {
    id: userId,
    role,
    isReauthenticated: false,
    confirmsBy: hasSecondFactor ? 'code' : 'password',
    keyId: id,
  };
  return {
    actor,
    key: { id, hash: read.hash, scopes },
    sessionId: undefined,
    expiresAtMs: expiresAtMs ?? Number.POSITIVE_INFINITY,
    isRecentLogin: false,
    mustEnroll: false,
  };
}

/** Whether a secret works for a key: its own, or for a while after a roll the one before. @param hash SHA-256 of the secret, hex */
export function isSecretOf({ hash: current, previousHash }: Pick<KeyState, 'hash' | 'previousHash'>, hash: string) {
  return isSameHash(current, hash) || (previousHash !== null && isSameHash(previousHash, hash));
}

function isSameHash(stored: string, sent: string): boolean {
  return stored.length === sent.length && timingSafeEqual(Buffer.from(stored), Buffer.from(sent));
}
