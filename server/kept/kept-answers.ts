import { DomainError } from '../errors.ts';
import type { EventBus, Topic } from '../events/event-bus.ts';
import { type KeptAnswer, keptAnswer } from './kept-answer.ts';

/** After this an answer is written anew while the old one is still sent: figures that nobody publishes follow. */
const FRESH_MS = 25_000;
/** After this nobody is sent the old one. */
const USABLE_MS = 50_000;
const MAX_ANSWERS = 200;
/** Of those that are written alone: about a second's work. */
const MAX_WAITING = 8;
const MAX_BYTES = 64 * 1024 * 1024;

/** Answers that are the same for everybody who asks alike. */
export interface KeptAnswers {
  /**
   * The answer under `key`; written by `build` where it is not there, has been changed since, or is too old. Whoever asks
   * meanwhile waits for the same one.
   * @param topic what changes it; such a change in any process counts from the moment it is heard of
   * @throws whatever `build` throws; nothing is kept then
   */
  get(topic: Topic, key: string, build: () => Promise<Buffer>): Promise<KeptAnswer>;
  /**
   * A large answer that is not worth keeping: one such is written at a time.
   * @throws DomainError `busy` when too many wait already; whatever `build` throws
   */
  alone(build: () => Promise<Buffer>): Promise<Buffer>;
}

interface Entry {
  topic: Topic;
  /** The last one written, which may have to be written anew. */
  answer?: KeptAnswer;
  /** When its writing began. */
  asOfMs: number;
  writing?: Promise<KeptAnswer>;
}

interface Limits {
  maxAnswers?: number;
  maxBytes?: number;
}

/** Keeps what was asked for last, up to 200 answers and 64 MB with their compressed forms. */
export function createKeptAnswers(
  events: Pick<EventBus, 'subscribe'>,
  { maxAnswers = MAX_ANSWERS, maxBytes = MAX_BYTES }: Limits = {},
): KeptAnswers {
  /** The one asked for last stands last. */
  const entries = new Map<string, Entry>();
  const followed = new Set<Topic>();
  let lastAlone: Promise<unknown> = Promise.resolve();
  let waitingAlone = 0;

  return {
    get(topic, key, build) {
      follow(topic);
      const entry = entries.get(key) ?? { topic, asOfMs: Number.NEGATIVE_INFINITY };
      entries.delete(key);
      entries.set(key, entry);
      const ageMs = performance.now() - entry.asOfMs;
      if (ageMs >= FRESH_MS) {
        entry.writing ??= write(key, entry, build).finally(() => {
          delete entry.writing;
        });
      }
      if (entry.answer && ageMs < USABLE_MS) {
        // Whoever asks when the old one is no longer usable is told what went wrong.
        entry.writing?.catch(() => undefined);
        return Promise.resolve(entry.answer);
      }
      return entry.writing as Promise<KeptAnswer>;
    },
    async alone(build) {
      if (waitingAlone >= MAX_WAITING) throw new DomainError('busy', { details: { retryAfterSeconds: 1 } });
      waitingAlone++;
      const turn = lastAlone.then(build);
      lastAlone = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waitingAlone--;
      }
    },
  };

  function follow(topic: Topic): void {
    if (followed.has(topic)) return;
    followed.add(topic);
    events.subscribe(topic, () => outdate(topic));
  }

  /** What is being written now may have been read before the change, so the next to ask has it written again. */
  function outdate(topic: Topic): void {
    for (const [key, { topic: ofEntry, answer }] of entries) {
      if (ofEntry === topic) entries.set(key, { topic, ...(answer && { answer }), asOfMs: Number.NEGATIVE_INFINITY });
    }
  }

  async function write(key: string, entry: Entry, build: () => Promise<Buffer>): Promise<KeptAnswer> {
    const startedMs = performance.now();
    try {
      const written = keptAnswer(key, await build());
      // Often nothing has changed after all; then the compressed forms are right as well.
      entry.answer = entry.answer?.etag === written.etag ? entry.answer : written;
      entry.asOfMs = startedMs;
      makeRoom();
      return entry.answer;
    } catch (error) {
      if (!entry.answer && entries.get(key) === entry) entries.delete(key);
      throw error;
    }
  }

  function makeRoom(): void {
    let bytes = 0;
    for (const { answer } of entries.values()) bytes += answer?.sizeBytes() ?? 0;
    for (const [key, { answer }] of entries) {
      if (entries.size <= Math.max(1, maxAnswers) && (bytes <= maxBytes || entries.size === 1)) return;
      entries.delete(key);
      bytes -= answer?.sizeBytes() ?? 0;
    }
  }
}
