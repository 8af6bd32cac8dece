import type { IncomingMessage } from 'node:http';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { OutboundCall } from './call.ts';
import { OutboundError } from './failure.ts';

/** How long the beginning of a body may take after the headers. */
const CUT_AFTER_MS = 1_000;

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Reads the body of an answer up to a limit, which also holds for what compression makes of it. Then the connection is closed.
 * @throws OutboundError `answer_too_large`, `answer_unreadable` for an unknown or broken compression, or the error of the connection
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, cutsBody = false }: Pick<OutboundCall, 'maxBytes' | 'cutsBody'>,
  deadline: AbortSignal,
): Promise<Buffer> {
  try {
    return cutsBody ? await readBeginning(response, maxBytes) : await readAll(response, maxBytes, deadline);
  } finally {
    response.destroy();
  }
}

/** The status is known, so an answer that ends early, or drips, is cut like a long one. */
async function readBeginning(response: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => response.destroy(), CUT_AFTER_MS);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBytes) break;
    }
  } catch {
    // What has arrived is enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

async function readAll(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = decoders.get(encoding);
  if (!decoder && encoding !== 'identity' && encoding !== '') throw new OutboundError('answer_unreadable');
  const chunks: Buffer[] = [];
  const collect = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      chunks.push(chunk);
      callback();
    },
  });
  try {
    if (decoder) await pipeline(response, limited(maxBytes), decoder(), limited(maxBytes), collect, { signal });
    else await pipeline(response, limited(maxBytes), collect, { signal });
  } catch (error) {
    throw error instanceof Error && 'code' in error && isOfCompression(error.code)
      ? new OutboundError('answer_unreadable')
      : error;
  }
  return Buffer.concat(chunks);
}

/** Passes chunks on, up to a limit in bytes. */
function limited(maxBytes: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      length += chunk.length;
      if (length > maxBytes) callback(new OutboundError('answer_too_large'));
      else callback(null, chunk);
    },
  });
}

function isOfCompression(code: unknown): boolean {
  return (
    typeof code === 'string' &&
    (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR'))
  );
}
