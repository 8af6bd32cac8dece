import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { decryption, encryption } from './cipher.ts';

interface Written {
  rows: number;
  bytes: number;
  sha256: string;
}

/** The database sends one chunk per row; a step of its own for each would take most of the time. */
const GATHERED_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * Writes the rows of a table, compressed and then encrypted, and waits until the disk has them.
 * @param rows one chunk per row, as COPY sends them
 * @param key of this file; undefined for no encryption
 */
export async function writeTableFile(
  path: string,
  rows: Readable,
  { key, signal }: { key: Buffer | undefined; signal: AbortSignal },
): Promise<Written> {
  const gathered = gatherRows();
  const measured = measure();
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const steps = [gathered.stream, zstd, ...(key ? [encryption(key)] : []), measured.stream];
  await pipeline([rows, ...steps, file], { signal });
  return { rows: gathered.rows(), ...measured.result() };
}

/**
 * Reads a table's file into `target`, which gets the rows in COPY's text format. Fails before the end of the rows if the file is not
 * exactly the one that the manifest names.
 * @throws BackupError if the file was changed or is missing; the error of `target`
 */
export async function readTableFile(
  path: string,
  expected: Written,
  { key, target }: { key: Buffer | undefined; target: Writable },
): Promise<void> {
  const lines = countLines(expected, path);
  const steps = [checkFile(expected, path), ...(key ? [decryption(key)] : []), createZstdDecompress(), lines];
  try {
    await pipeline([createReadStream(path, { highWaterMark: GATHERED_BYTES }), ...steps, target]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(ENOENT|EACCES|EIO|Z_|ERR_ZLIB|ZSTD_)/.test(String(error.code)))
      throw changed(path, `it can't be read (${String(error.code)})`);
    throw error;
  }
}

/** Checks a file as {@link readTableFile} does, without using its rows. */
export async function checkTableFile(path: string, expected: Written, key: Buffer | undefined): Promise<void> {
  const target = new Writable({ write: (_chunk, _encoding, done) => done() });
  await readTableFile(path, expected, { key, target });
}

/** Waits until the disk has the names in this folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Joins small chunks and counts them. */
function gatherRows() {
  let rows = 0;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const take = () => {
    const joined = Buffer.concat(waiting, bytes);
    waiting = [];
    bytes = 0;
    return joined;
  };
  const stream = new Transform({
    transform(row: Buffer, _encoding, done) {
      rows++;
      waiting.push(row);
      bytes += row.length;
      if (bytes < GATHERED_BYTES) done();
      else done(null, take());
    },
    flush: (done) => done(null, bytes > 0 ? take() : undefined),
  });
  return { stream, rows: () => rows };
}

function measure() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Passes on what the manifest names and nothing else: the hash is checked before the end is passed on. */
function checkFile(expected: Written, path: string): Transform {
  const { stream, result } = measure();
  const isComplete = () => {
    const found = result();
    return found.bytes === expected.bytes && found.sha256 === expected.sha256;
  };
  stream._flush = (done) => done(isComplete() ? null : changed(path, 'its content does not match the manifest'));
  return stream;
}

function countLines(expected: Written, path: string): Transform {
  let rows = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) rows++;
      done(null, chunk);
    },
    flush: (done) => done(rows === expected.rows ? null : changed(path, 'it has another number of rows')),
  });
}

function changed(path: string, how: string): BackupError {
  return new BackupError(
    `${path} was changed or damaged after the backup: ${how}. Use another copy of this entry, or another entry.`,
  );
}
