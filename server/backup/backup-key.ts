import { createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

/** The keys of one entry, derived from the operator's key and the entry's own salt. */
export interface EntryKeys {
  /** The AES-256 key of one file. No two files share a key, so that chunks may be numbered from 0 in each. */
  ofFile: (name: string) => Buffer;
  /** HMAC-SHA256 of the manifest, hex. */
  sign: (text: string) => string;
  /** Tells a wrong key from a changed manifest, hex. */
  check: string;
}

const LEAST_BYTES = 16;
const MASTER_BYTES = 32;
/** 64 MB and about a fifth of a second for each guess: a short key must not be found by trying. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

/**
 * Reads the key of `BACKUP_KEY_FILE`: any bytes; a line break at the end does not count.
 * @throws BackupError if the file can't be read or is shorter than 16 bytes
 */
export async function readBackupKey(file: string): Promise<Buffer> {
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The file of BACKUP_KEY_FILE can't be read (${error.code}): ${file}`);
  });
  let end = content.length;
  while (end > LEAST_BYTES && (content[end - 1] === 0x0a || content[end - 1] === 0x0d)) end--;
  if (end >= LEAST_BYTES) return content.subarray(0, end);
  throw new BackupError(
    `The key in ${file} is shorter than ${LEAST_BYTES} bytes. Make one with: openssl rand -base64 32 > ${file}`,
  );
}

/** A salt for a new entry, base64. */
export function newSalt(): string {
  return randomBytes(16).toString('base64');
}

/** Derives the keys of the entry with this salt. */
export async function deriveKeys(key: Buffer, salt: string): Promise<EntryKeys> {
  const master = await new Promise<Buffer>((resolve, reject) => {
    scrypt(key, Buffer.from(salt, 'base64'), MASTER_BYTES, COST, (error, made) =>
      error ? reject(error) : resolve(made),
    );
  });
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  const signing = derive('manifest');
  return {
    ofFile: (name) => derive(`file ${name}`),
    sign: (text) => createHmac('sha256', signing).update(text).digest('hex'),
    check: derive('check').toString('hex'),
  };
}
