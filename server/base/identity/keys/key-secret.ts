import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The beginning of every key. Scanners for leaked secrets look for it. */
export const KEY_PREFIX = 'rp_';
const SECRET_BYTES = 32;
/** Prefix, id, 43 characters for 256 bits, checksum. */
const FORM = /^(rp_([1-9]\d{0,15})_[A-Za-z0-9_-]{43})_([0-9a-f]{8})$/;
const MAX_LENGTH = 80;

/** A well-formed secret: the key that it names, and the hash to compare with the stored one. */
export interface ReadSecret {
  id: number;
  /** SHA-256, hex. */
  hash: string;
}

/** Makes the secret of a new key: 256 random bits, and a checksum against typing mistakes. @param id the key's */
export function createSecret(id: number): ReadSecret & { secret: string } {
  const body = `${KEY_PREFIX}${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const secret = `${body}_${checksumOf(body)}`;
  return { id, secret, hash: hashOf(secret) };
}

/** Checks form and checksum without the database. Undefined for a text that can't be a key. */
export function readSecret(text: string): ReadSecret | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, body = '', id, checksum] = FORM.exec(text) ?? [];
  return checksum !== undefined && checksum === checksumOf(body) ? { id: Number(id), hash: hashOf(text) } : undefined;
}

/** CRC-32 in 8 hexadecimal digits. */
function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, '0');
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
