import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { DomainError } from '../errors.ts';

/** What a secret is for, and whose it is. A sealed text can only be opened for the same two, so moved to another row it is useless. */
export interface SecretOwner {
  /** Such as `totp`. */
  purpose: string;
  id: number;
}

/** Encrypts secrets that have to be read again. Passwords and tokens are hashed instead. */
export interface SecretBox {
  /** Names the key in each sealed text; undefined without a key. Not secret. */
  keyId: string | undefined;
  /**
   * @returns a text for the database, different each time
   * @throws DomainError `secrets_key_missing` without a key
   */
  seal: (secret: string, owner: SecretOwner) => string;
  /** The ids of all keys that this box opens: its own, and the previous one during a rotation. */
  readableKeyIds: string[];
  /** @returns undefined, with an error in the log, for a text of another key or owner, and for an altered one */
  open: (sealed: string, owner: SecretOwner) => string | undefined;
}

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D: random nonces of 96 bits are safe for 2^32 texts of a key, and a tag is never shortened. */
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_MIN_BYTES = 32;
const KEY_ID_LENGTH = 12;

/**
 * AES-256-GCM with a key derived from SECRETS_KEY. A sealed text is `v1.<key id>.<nonce>.<tag and data>`; its beginning, purpose and
 * owner are authenticated.
 * @param secret at least 32 random bytes, the same for every server on one database; undefined if there is none
 * @param previous another key whose texts can be opened, during a rotation
 */
export function createSecretBox(
  secret: string | undefined,
  log: Pick<FastifyBaseLogger, 'error'>,
  previous?: string,
): SecretBox {
  const known = secret === undefined ? undefined : deriveKey(secret);
  const readable = [known, previous === undefined ? undefined : deriveKey(previous)].filter((key) => key !== undefined);

  return {
    keyId: known?.keyId,
    readableKeyIds: readable.map(({ keyId }) => keyId),
    seal(text, owner) {
      if (!known) throw new DomainError('secrets_key_missing');
      const { key, keyId } = known;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(contextOf(keyId, owner));
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [VERSION, keyId, base64(iv), base64(Buffer.concat([cipher.getAuthTag(), data]))].join('.');
    },
    open(sealed, owner) {
      const problem = (reason: string) => {
        const { purpose, id } = owner;
        log.error({ purpose, ownerId: id, sealedBy: keyIdOf(sealed), keyId: known?.keyId }, reason);
      };
      const key = readable.find(({ keyId }) => keyId === keyIdOf(sealed));
      if (!key) {
        problem('a stored secret was encrypted with another SECRETS_KEY and can not be read');
        return undefined;
      }
      const text = decrypt(sealed, key, owner);
      if (text === undefined) problem('a stored secret was altered and can not be read');
      return text;
    },
  };
}

/** The id of the key that sealed a text. Cut to its length, because the log has it. */
function keyIdOf(sealed: string): string | undefined {
  return sealed.split('.', 2)[1]?.slice(0, KEY_ID_LENGTH);
}

interface Key {
  key: Uint8Array;
  keyId: string;
}

/** The key and its public id, derived separately: the id says nothing about the key. */
function deriveKey(secret: string): Key {
  if (Buffer.byteLength(secret) < KEY_MIN_BYTES) throw new Error('The key for secrets is too short');
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'stored secrets', 32));
  const idKey = new Uint8Array(hkdfSync('sha256', secret, '', 'id of the key for stored secrets', 32));
  return { key, keyId: createHash('sha256').update(idKey).digest('base64url').slice(0, KEY_ID_LENGTH) };
}

function decrypt(sealed: string, { key, keyId }: Key, owner: SecretOwner): string | undefined {
  const [version, , iv = '', content = '', ...rest] = sealed.split('.', 5);
  const [nonce, bytes] = [Buffer.from(iv, 'base64url'), Buffer.from(content, 'base64url')];
  if (version !== VERSION || rest.length > 0 || nonce.length !== IV_BYTES || bytes.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(contextOf(keyId, owner));
  decipher.setAuthTag(bytes.subarray(0, TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The authenticated context. A purpose has no colon, so that two owners never share one. */
function contextOf(keyId: string, { purpose, id }: SecretOwner): Buffer {
  return Buffer.from(`${VERSION}.${keyId}.${purpose}:${id}`);
}

const base64 = (bytes: Buffer) => bytes.toString('base64url');
