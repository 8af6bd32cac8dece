import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What an answer may be compressed with, the best first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** A written answer that many are sent, whole or compressed. */
export interface KeptAnswer {
  /** What it is kept under. */
  key: string;
  /** Quoted, as the header `ETag` holds it; weak, since it names the compressed forms as well. */
  etag: string;
  body: Buffer;
  /** Undefined where compressing would not pay. Compressed when it is first asked for, once, beside the event loop. */
  compressed: (encoding: Encoding) => Promise<Buffer> | undefined;
  /**
   * Makes the best compressed form as small as it can be, beside the event loop; until then the first one is sent. It takes some
   * twenty times as long, for a tenth less: for what many wait for, and what rarely changes.
   */
  squeeze: () => Promise<void>;
  /** Everything that is held in memory of it. */
  sizeBytes: () => number;
}

/** Below this the headers weigh more than what is saved. */
const WORTH_COMPRESSING_BYTES = 1_024;
/** Whole lists become few pieces, and so few turns of the event loop. */
const PIECE_BYTES = 256 * 1024;
/** As small as gzip's best in a third of its time; higher ones take seconds for a large list. */
const BROTLI_QUALITY = 5;
const SQUEEZED_QUALITY = constants.BROTLI_MAX_QUALITY;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  gzip: (body) => gzipped(body, { chunkSize: PIECE_BYTES }),
  br: (body) => compressBrotli(body, BROTLI_QUALITY),
};

function compressBrotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotlied(body, {
    chunkSize: PIECE_BYTES,
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

export function keptAnswer(key: string, body: Buffer): KeptAnswer {
  const made = new Map<Encoding, Promise<Buffer>>();
  const compressedBytes = new Map<Encoding, number>();

  return {
    key,
    etag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
    body,
    compressed(encoding) {
      if (body.length < WORTH_COMPRESSING_BYTES) return undefined;
      const known = made.get(encoding);
      if (known) return known;
      const making = make(encoding);
      made.set(encoding, making);
      making.catch(() => made.delete(encoding));
      return making;
    },
    async squeeze() {
      if (body.length < WORTH_COMPRESSING_BYTES) return;
      const bytes = await compressBrotli(body, SQUEEZED_QUALITY);
      made.set('br', Promise.resolve(bytes));
      compressedBytes.set('br', bytes.length);
    },
    sizeBytes: () => [...compressedBytes.values()].reduce((total, bytes) => total + bytes, body.length),
  };

  async function make(encoding: Encoding): Promise<Buffer> {
    const bytes = await compress[encoding](body);
    if (!compressedBytes.has(encoding)) compressedBytes.set(encoding, bytes.length);
    return bytes;
  }
}
