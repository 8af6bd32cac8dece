import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { EventBus, Topic } from '../events/event-bus.ts';

/** In order of preference. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The body of a response that is the same for all callers. */
export interface CachedResponse {
  /** The `ETag` header; weak, because the compressed bodies share it. */
  etag: string;
  body: Buffer;
  /** Compresses once, at the first request for an encoding. Undefined if compression is not worthwhile. */
  compressed: (encoding: Encoding) => Promise<Buffer> | undefined;
  /** Memory of all encodings together. */
  sizeBytes: () => number;
}

/** Responses that are the same for all callers with the same input. */
export interface ResponseCache {
  /**
   * The response for `key`, built if it is missing, outdated or too old. Simultaneous requests share one build.
   * @param topic a change of it, in any process, outdates the response
   * @throws the error of `build`; nothing is cached then
   */
  get(topic: Topic, key: string, build: () => Promise<Buffer>): Promise<CachedResponse>;
}

/** Below this the headers outweigh the savings. */
const WORTH_COMPRESSING_BYTES = 1_024;
/** Large chunks need few turns of the event loop. */
const CHUNK_BYTES = 256 * 1024;
/** As small as gzip's best level in a third of the time. Higher levels take seconds for a large list. */
const BROTLI_QUALITY = 5;

/** After this a response is rebuilt while the old one is still sent. Counts without events stay current this way. */
const FRESH_MS = 25_000;
/** After this the old response is not sent. */
const USABLE_MS = 50_000;
const MAX_RESPONSES = 200;
const MAX_BYTES = 64 * 1024 * 1024;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

const compress: Record<Encoding, (body: Buffer, brotliQuality: number) => Promise<Buffer>> = {
  gzip: (body) => gzipAsync(body, { chunkSize: CHUNK_BYTES }),
  br: (body, quality) =>
    brotliAsync(body, {
      chunkSize: CHUNK_BYTES,
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
};

/** @param brotliQuality from 0 to 11; each level takes longer and makes the body smaller */
export function cachedResponse(body: Buffer, brotliQuality = BROTLI_QUALITY): CachedResponse {
  const compressed = new Map<Encoding, Promise<Buffer>>();
  let sizeBytes = body.length;
  return {
    etag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
    body,
    compressed(encoding) {
      if (body.length < WORTH_COMPRESSING_BYTES) return undefined;
      const known = compressed.get(encoding);
      if (known) return known;
      const compressing = compress[encoding](body, brotliQuality);
      compressed.set(encoding, compressing);
      compressing.then(
        ({ length }) => (sizeBytes += length),
        () => compressed.delete(encoding),
      );
      return compressing;
    },
    sizeBytes: () => sizeBytes,
  };
}

interface Entry {
  topic: Topic;
  /** The last one built, which may be outdated. */
  response?: CachedResponse;
  /** When its build started. */
  asOfMs: number;
  building?: Promise<CachedResponse>;
}

/** A cache of the most recently used responses, up to 200 and 64 MB including compressed bodies. */
export function createResponseCache(
  events: Pick<EventBus, 'subscribe'>,
  { maxResponses = MAX_RESPONSES, maxBytes = MAX_BYTES } = {},
): ResponseCache {
  /** The most recently used entry is last. */
  const entries = new Map<string, Entry>();
  const followed = new Set<Topic>();

  return {
    get(topic, key, build) {
      follow(topic);
      const entry = entries.get(key) ?? { topic, asOfMs: Number.NEGATIVE_INFINITY };
      entries.delete(key);
      entries.set(key, entry);
      const ageMs = performance.now() - entry.asOfMs;
      if (ageMs >= FRESH_MS) {
        entry.building ??= rebuild(key, entry, build).finally(() => {
          delete entry.building;
        });
      }
      if (entry.response && ageMs < USABLE_MS) {
        // The error reaches the requests that arrive once the old response is too old.
        entry.building?.catch(() => undefined);
        return Promise.resolve(entry.response);
      }
      return entry.building as Promise<CachedResponse>;
    },
  };

  function follow(topic: Topic): void {
    if (followed.has(topic)) return;
    followed.add(topic);
    events.subscribe(topic, () => outdate(topic));
  }

  /** A running build may have read before the change, so the next request builds again. */
  function outdate(topic: Topic): void {
    for (const [key, { topic: ofEntry, response }] of entries) {
      if (ofEntry !== topic) continue;
      entries.set(key, { topic, ...(response && { response }), asOfMs: Number.NEGATIVE_INFINITY });
    }
  }

  async function rebuild(key: string, entry: Entry, build: () => Promise<Buffer>): Promise<CachedResponse> {
    const startedMs = performance.now();
    try {
      const built = cachedResponse(await build());
      // If the content is unchanged, the compressed bodies are still valid.
      entry.response = entry.response?.etag === built.etag ? entry.response : built;
      entry.asOfMs = startedMs;
      makeRoom();
      return entry.response;
    } catch (error) {
      if (!entry.response && entries.get(key) === entry) entries.delete(key);
      throw error;
    }
  }

  function makeRoom(): void {
    let bytes = 0;
    for (const { response } of entries.values()) bytes += response?.sizeBytes() ?? 0;
    for (const [key, { response }] of entries) {
      if (entries.size <= Math.max(1, maxResponses) && (bytes <= maxBytes || entries.size === 1)) return;
      entries.delete(key);
      bytes -= response?.sizeBytes() ?? 0;
    }
  }
}
