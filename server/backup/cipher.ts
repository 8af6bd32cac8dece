import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Transform } from 'node:stream';
import { BackupError } from './backup-error.ts';

/**
 * AES-256-GCM in chunks of 64 KiB (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, as in age): the nonce is the
 * chunk's number and whether it is the last. So a chunk that is changed, moved, repeated or missing fails, also at the end.
 */
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;

/** @param key 32 bytes that encrypt nothing else */
export function encryption(key: Buffer): Transform {
  return inChunks(CHUNK_BYTES, (chunk, nonce) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  });
}

/** Its stream fails with a BackupError if a chunk is not the one that was encrypted with `key`. */
export function decryption(key: Buffer): Transform {
  return inChunks(CHUNK_BYTES + TAG_BYTES, (chunk, nonce) => {
    const body = Math.max(0, chunk.length - TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce);
    try {
      decipher.setAuthTag(chunk.subarray(body));
      return Buffer.concat([decipher.update(chunk.subarray(0, body)), decipher.final()]);
    } catch {
      throw new BackupError('A file of the entry is not the one that was encrypted with this key.');
    }
  });
}

/** Cuts a stream into chunks of one size; only the last may be shorter. */
function inChunks(bytes: number, convert: (chunk: Buffer, nonce: Buffer) => Buffer): Transform {
  let waiting: Buffer[] = [];
  let length = 0;
  let index = 0;
  const next = (chunk: Buffer, isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(index++, 5, 6);
    nonce[11] = isLast ? 1 : 0;
    return convert(chunk, nonce);
  };
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      waiting.push(piece);
      length += piece.length;
      try {
        // A full chunk waits for the next byte, because it may be the last.
        if (length > bytes) {
          let joined = Buffer.concat(waiting);
          for (; joined.length > bytes; joined = joined.subarray(bytes))
            this.push(next(joined.subarray(0, bytes), false));
          waiting = [joined];
          length = joined.length;
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        done(null, next(Buffer.concat(waiting), true));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
