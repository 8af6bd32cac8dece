import cluster from 'node:cluster';
import { getCompileCacheDir } from 'node:module';
import { createInterface } from 'node:readline';
import { watchHeartbeat } from './heartbeat.ts';
import { returnHandles } from './listeners.ts';
import type { Families, Serving, ToSupervisor, ToWorker } from './messages.ts';
import { createQuestions } from './questions.ts';

/** One worker process, from its start to its end. */
export interface WorkerLife {
  pid: number | undefined;
  /** Resolves when it serves requests, or works; never for a process that ends before. */
  serving: Promise<Serving>;
  ended: Promise<WorkerEnd>;
  send: (message: ToWorker) => void;
  /** Undefined without a response in time. */
  readMetrics: () => Promise<Families | undefined>;
  kill: () => void;
}

export interface WorkerEnd {
  /** For the log: its own reason, the signal or the exit code. */
  how: string;
  /** Whether it exited with 0. */
  inOrder: boolean;
}

interface WorkerOptions {
  /** The program. */
  file: string;
  /** Whether it takes less memory for more processor time. */
  isSmall: boolean;
  /** Returns the first message, once the worker has loaded. */
  onReady: () => Promise<ToWorker>;
  /** Reads the metrics of all workers on behalf of one. */
  readAllMetrics: () => Promise<Families[]>;
  /** Receives each line that it prints as an error; by default this process prints them. */
  onPrinted: ((line: string) => void) | undefined;
}

const METRICS_LIMIT_MS = 1_000;

/**
 * On a large machine Node lets the heap grow to four times of what is in use. With these flags a worker under load takes a quarter less
 * memory, and an order the same processor time.
 */
const MEMORY_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=100'];
/** Nothing waits for the background worker's processor time. */
const SMALL_FLAGS = ['--max-semi-space-size=2', '--heap-growing-percent=50'];

/**
 * By default glibc keeps free memory in each thread: 140 MB after twenty images. One arena for all threads returns free blocks of more
 * than 20 MiB to the system. It keeps the 19 MiB of a password hash, because new memory costs a hash half of its time again.
 */
const MEMORY_ENV = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '20971520',
  MALLOC_TRIM_THRESHOLD_: '20971520',
};

/**
 * Workers accept connections themselves. By default the primary distributes them, and a connection under way to a killed worker would
 * stay open for ever.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE;

/**
 * Starts a process; the serving ones share a port. Between its first message and its stop it is
 * killed after 10 s of silence: it hangs.
 */
export function startWorker({ file, isSmall, onReady, readAllMetrics, onPrinted }: WorkerOptions): WorkerLife {
  const stdio = ['inherit', 'inherit', onPrinted ? 'pipe' : 'inherit', 'ipc'] as const;
  const execArgv = [...process.execArgv, ...(isSmall ? SMALL_FLAGS : MEMORY_FLAGS)];
  cluster.setupPrimary({ exec: file, args: [], execArgv, stdio: [...stdio] });
  const compiled = getCompileCacheDir();
  const worker = cluster.fork({ ...MEMORY_ENV, ...(compiled && { NODE_COMPILE_CACHE: compiled }) });
  const output = worker.process.stderr;
  if (output && onPrinted) createInterface({ input: output }).on('line', onPrinted);
  const serving = Promise.withResolvers<Serving>();
  const ended = Promise.withResolvers<WorkerEnd>();
  const questions = createQuestions<Families>(METRICS_LIMIT_MS);
  let reason: string | undefined;
  const returnHandle = returnHandles(worker);
  const kill = () => void worker.process.kill('SIGKILL');
  const heartbeat = watchHeartbeat(() => {
    reason = 'it sent no heartbeat for 10 s and was killed';
    kill();
  });
  const send = (message: ToWorker) => {
    if (message.kind === 'stop') heartbeat.stop();
    // A dying worker receives nothing, and its exit has its own event.
    if (worker.isConnected()) worker.process.send(message, () => undefined);
  };
  worker.on('message', (message: ToSupervisor, handle: unknown) => {
    heartbeat.beat();
    if (message.kind === 'listener' && handle) returnHandle(handle);
    if (message.kind === 'ready') void onReady().then(send);
    if (message.kind === 'serving') serving.resolve(message);
    if (message.kind === 'failed') ({ reason } = message);
    if (message.kind === 'metrics') questions.answered(message.id, message.families);
    if (message.kind === 'allMetricsWanted') {
      const { id } = message;
      void readAllMetrics().then((families) => send({ kind: 'allMetrics', id, families }));
    }
  });
  worker.once('error', (error) => ended.resolve({ how: error.message, inOrder: false }));
  worker.once('exit', (code: number | null, signal: string | null) => {
    heartbeat.stop();
    const how = reason ?? (signal ? `ended by ${signal}` : `exit code ${code}`);
    ended.resolve({ how, inOrder: code === 0 });
  });
  return {
    pid: worker.process.pid,
    serving: serving.promise,
    ended: ended.promise,
    send,
    readMetrics: () => questions.ask((id) => send({ kind: 'metricsWanted', id })),
    kill,
  };
}
