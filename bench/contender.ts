import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of the benchmark: a server that tells its address, or a driver that runs tasks. */
export class Contender {
  readonly #child: ChildProcess;

  constructor(file: string, env: Record<string, string>) {
    const path = fileURLToPath(new URL(file, import.meta.url));
    this.#child = fork(path, [], { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  /** The address that a server tells once it listens. */
  async address(): Promise<string> {
    const { url } = await this.#answer<{ url: string }>();
    return url;
  }

  /** Has a driver run a task and waits for what came of it. */
  async run<Outcome>(task: object): Promise<Outcome> {
    const outcome = this.#answer<Outcome>();
    this.#child.send(task);
    return outcome;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
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
