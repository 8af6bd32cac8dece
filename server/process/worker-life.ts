import cluster from 'node:cluster';
import { getCompileCacheDir } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Families, Serving, ToSupervisor, ToWorker } from './messages.ts';
import { createQuestions } from './questions.ts';

const SOURCE = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** One worker process, from its start to its end. */
export interface WorkerLife {
  pid: number | undefined;
  /** Resolves when it answers requests; never for one that ends before. */
  serving: Promise<Serving>;
  ended: Promise<WorkerEnd>;
  say: (message: ToWorker) => void;
  /** Undefined where it does not answer in time. */
  readMetrics: () => Promise<Families | undefined>;
  kill: () => void;
}

export interface WorkerEnd {
  /** For people: its own reason where it could give one. */
  how: string;
  /** Whether it left as it was told to. */
  inOrder: boolean;
}

interface WorkerOptions {
  /** The program in one file; its sources where it is undefined. */
  file: string | undefined;
  /** What it is told once it has loaded. */
  onReady: () => Promise<ToWorker>;
  onMailWaiting: () => void;
  /** Asks all workers, for the one that is asked itself. */
  readAllMetrics: () => Promise<Families[]>;
  /** Takes each line that it prints as an error; left out, they are printed as this process's own. */
  onPrinted: ((line: string) => void) | undefined;
}

const METRICS_LIMIT_MS = 1_000;

/**
 * On a large machine Node lets garbage grow to four times of what is in use, and the room for what lives shortly to twice as much.
 * With these an order takes as much processor time, and a worker under load a quarter less memory.
 */
const MEMORY_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=100'];

/**
 * Workers take connections from the port themselves. Handed out one by one, as is the default, a connection that is on its way
 * to a worker which is killed stays open here, and whoever made it waits for ever.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** Starts a process that serves on the port which this process keeps for all of them. */
export function startWorker({ file, onReady, onMailWaiting, readAllMetrics, onPrinted }: WorkerOptions): WorkerLife {
  const stdio = ['inherit', 'inherit', onPrinted ? 'pipe' : 'inherit', 'ipc'] as const;
  const execArgv = [...process.execArgv, ...MEMORY_FLAGS];
  cluster.setupPrimary({ exec: file ?? SOURCE, args: [], execArgv, stdio: [...stdio] });
  const compiled = getCompileCacheDir();
  const worker = cluster.fork(compiled ? { NODE_COMPILE_CACHE: compiled } : {});
  const output = worker.process.stderr;
  if (output && onPrinted) createInterface({ input: output }).on('line', onPrinted);
  const serving = Promise.withResolvers<Serving>();
  const ended = Promise.withResolvers<WorkerEnd>();
  const questions = createQuestions<Families>(METRICS_LIMIT_MS);
  let reason: string | undefined;
  const say = (message: ToWorker) => {
    // A worker that is just dying hears nothing, and its end is told by itself.
    if (worker.isConnected()) worker.process.send(message, () => undefined);
  };
  worker.on('message', (message: ToSupervisor) => {
    if (message.kind === 'ready') void onReady().then(say);
    if (message.kind === 'serving') serving.resolve(message);
    if (message.kind === 'failed') ({ reason } = message);
    if (message.kind === 'mailWaiting') onMailWaiting();
    if (message.kind === 'metrics') questions.answered(message.id, message.families);
    if (message.kind === 'allMetricsWanted') {
      const { id } = message;
      void readAllMetrics().then((families) => say({ kind: 'allMetrics', id, families }));
    }
  });
  worker.once('error', (error) => ended.resolve({ how: error.message, inOrder: false }));
  worker.once('exit', (code: number | null, signal: string | null) => {
    const how = reason ?? (signal ? `ended by ${signal}` : `exit code ${code}`);
    ended.resolve({ how, inOrder: code === 0 });
  });
  return {
    pid: worker.process.pid,
    serving: serving.promise,
    ended: ended.promise,
    say,
    readMetrics: () => questions.ask((id) => say({ kind: 'metricsWanted', id })),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}
