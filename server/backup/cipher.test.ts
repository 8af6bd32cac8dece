import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { decryption, encryption } from './cipher.ts';

const CHUNK = 64 * 1024;
const SEALED = CHUNK + 16;
const key = randomBytes(32);
const other = randomBytes(32);

/** In pieces of another size than the chunks. */
const pieces = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 10_000) }, (_, at) => bytes.subarray(at * 10_000, (at + 1) * 10_000)),
  );
const encrypt = (bytes: Buffer) => buffer(pieces(bytes).compose(encryption(key)));
const decrypt = (bytes: Buffer, by = key) => buffer(pieces(bytes).compose(decryption(by)));

it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5])(
  'returns the %i bytes that it got',
  async (length) => {
    const bytes = randomBytes(length);
    const sealed = await encrypt(bytes);
    expect(sealed.length).toBe(length + 16 * Math.max(1, Math.ceil(length / CHUNK)));
    expect((await decrypt(sealed)).equals(bytes)).toBe(true);
  },
);

const chunk = (sealed: Buffer, at: number) => sealed.subarray(at * SEALED, (at + 1) * SEALED);
it.each([
  [
    'a bit',
    (sealed: Buffer) =>
      Buffer.concat([sealed.subarray(0, 9), Buffer.from([(sealed[9] ?? 0) ^ 1]), sealed.subarray(10)]),
  ],
  ['the order of chunks', (sealed: Buffer) => Buffer.concat([chunk(sealed, 1), chunk(sealed, 0), chunk(sealed, 2)])],
  ['the number of chunks', (sealed: Buffer) => Buffer.concat([sealed, chunk(sealed, 2)])],
  ['the last chunk', (sealed: Buffer) => sealed.subarray(0, 2 * SEALED)],
  ['the end', (sealed: Buffer) => sealed.subarray(0, -1)],
  ['everything', () => Buffer.alloc(0)],
])('refuses a stream with another content: %s', async (_, change) => {
  const sealed = await encrypt(randomBytes(3 * CHUNK));
  await expect(decrypt(change(sealed))).rejects.toThrow(/not the one that was encrypted with this key/);
});

it('refuses another key', async () => {
  await expect(decrypt(await encrypt(randomBytes(5)), other)).rejects.toMatchObject({ name: 'BackupError' });
});
