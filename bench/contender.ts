import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

interface Surroundings {
  /** Where it writes to, an open file; the terminal without it. */
  output?: number;
}

/** A process of the benchmark: a server that tells its address, or a driver that runs tasks. */
export class Contender {
  readonly #child: ChildProcess;

  constructor(file: string, env: Record<string, string>, { output }: Surroundings = {}) {
    const path = fileURLToPath(new URL(file, import.meta.url));
    const printed = output ?? 'inherit';
    this.#child = fork(path, [], { env: { ...process.env, ...env }, stdio: ['ignore', printed, 'inherit', 'ipc'] });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The address that a server tells once it listens. */
  async address(): Promise<string> {
    const { url } = await this.#answer<{ url: string }>();
    return url;
  }

  /**
   * Has a driver run a task and waits for what came of it.
   * @param measuring called when it has warmed up, where it says so
   */
  async run<Outcome extends object>(task: object, measuring: () => void = () => {}): Promise<Outcome> {
    const first = this.#answer<Outcome | { measuring: true }>();
    this.#child.send(task);
    for (let answer = await first; ; answer = await this.#answer()) {
      if (!('measuring' in answer)) return answer;
      measuring();
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async #answer<T>(): Promise<T> {
    const ended = new AbortController();
    const failed = once(this.#child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('a process of the benchmark has ended unexpectedly');
    });
    const answered = once(this.#child, 'message', { signal: ended.signal }) as Promise<[T]>;
    failed.catch(() => {});
    answered.catch(() => {});
    try {
      const [message] = await Promise.race([answered, failed]);
      return message;
    } finally {
      ended.abort();
    }
  }
}
