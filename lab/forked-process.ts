import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from './lab.ts';

interface ForkOptions {
  env?: Record<string, string>;
  args?: string[];
  execArgv?: string[];
  /** A file in the lab's folder for its output; the terminal by default. */
  log?: string;
}

/** A process of the lab that responds to messages: a server, or a load generator. It ends with the lab. */
export class ForkedProcess {
  readonly #child: ChildProcess;
  readonly #end = new AbortController();
  /** How it ended, once it has. */
  ended: string | undefined;

  /** @param file relative to `lab/` */
  constructor(lab: Lab, file: string, { env, args = [], execArgv = [], log }: ForkOptions = {}) {
    const output = log === undefined ? 'inherit' : openSync(join(lab.folder, log), 'a');
    this.#child = fork(join(import.meta.dirname, file), args, {
      env: { ...process.env, ...env },
      execArgv,
      stdio: ['ignore', output, 'inherit', 'ipc'],
    });
    if (typeof output === 'number') closeSync(output);
    this.#child.once('exit', (code, signal) => {
      this.ended = signal ?? `exit code ${code}`;
      this.#end.abort(new Error(`${file} has ended (${this.ended})`));
    });
    lab.onEnd(() => this.stop());
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The first message of a server, sent once it listens. */
  first<Message>(): Promise<Message> {
    return this.#message();
  }

  async url(): Promise<string> {
    return (await this.first<{ url: string }>()).url;
  }

  /**
   * Sends a task and waits for its outcome.
   * @param measuring called when the warm-up is over, if the process reports it
   * @throws Error if the process ends first
   */
  async run<Outcome extends object>(task: object, measuring: () => void = () => {}): Promise<Outcome> {
    const first = this.#message<Outcome | { measuring: true }>();
    this.#child.send(task);
    for (let message = await first; ; message = await this.#message()) {
      if (!('measuring' in message)) return message;
      measuring();
    }
  }

  /** Sends a message after which the process ends by itself. */
  async leave(message: object): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.send(message);
    await exit;
  }

  async stop(): Promise<void> {
    if (this.ended !== undefined) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }

  async #message<T>(): Promise<T> {
    try {
      const [message] = (await once(this.#child, 'message', { signal: this.#end.signal })) as [T];
      return message;
    } catch (error) {
      throw this.#end.signal.aborted ? this.#end.signal.reason : error;
    }
  }
}
