import { Worker } from 'node:worker_threads';
import type { Language } from '#shared/languages.ts';
import type { PageParts, QueryKey, Read } from './page-files.ts';

/** After this idle time the thread is ended to free its memory. */
const IDLE_MS = 60_000;
/** Many times the duration of a render; a stuck thread is ended. */
const LONGEST_MS = 10_000;
/** Many times what it needs; above it the thread ends, not the process. */
const MAX_HEAP_MB = 256;

export interface RenderedPart extends PageParts {
  description: string;
  asked: QueryKey[];
}

interface Pages {
  publicPages: { path: string; code: string[]; texts?: string[]; parameters: string[] }[];
  shellPages: { path: string; code: string[] }[];
}

/** Renders pages outside the event loop, in a thread that starts on demand. */
export interface Renderer {
  /** @throws Error of the renderer, or that the thread has ended */
  render(path: string, language: Language, reads: readonly Read[]): Promise<RenderedPart>;
  /** The pages to render, and those served as the shell, from the tables in `client/src/rendering/`. */
  pages(): Promise<Pages>;
  close(): Promise<void>;
}

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<unknown>>;
}

/** @param file the built program, `client/src/rendering/render-thread.ts` */
export function createRenderer(file: string): Renderer {
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  return {
    render: (path, language, reads) => order<RenderedPart>({ path, language, reads }),
    pages: () => order({ asks: 'pages' }),
    close: stop,
  };

  function order<Result>(what: object): Promise<Result> {
    clearTimeout(idle);
    idle = setTimeout(() => void stop(), IDLE_MS).unref();
    thread ??= start();
    const { worker, waiting } = thread;
    const id = ++lastId;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    const limit = setTimeout(() => void worker.terminate(), LONGEST_MS).unref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The postMessage of a worker thread has no target origin.
    worker.postMessage({ id, ...what });
    return answer.promise.finally(() => clearTimeout(limit)) as Promise<Result>;
  }

  function start(): Thread {
    // It gets none of the process's configuration.
    const worker = new Worker(file, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    const started: Thread = { worker, waiting: new Map() };
    const end = (reason: Error) => {
      if (thread === started) thread = undefined;
      for (const { reject } of started.waiting.values()) reject(reason);
      started.waiting.clear();
    };
    worker.unref();
    worker.on('message', ({ id, result, error }: Answer) => {
      const answer = started.waiting.get(id);
      started.waiting.delete(id);
      if (error === undefined) answer?.resolve(result);
      else answer?.reject(new Error(error));
    });
    worker.on('error', end);
    worker.on('exit', () => end(new Error('the thread that renders pages has ended')));
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    await thread?.worker.terminate();
  }
}
