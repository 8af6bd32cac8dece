import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RouteEntry } from '../../server/testing/inventory.ts';

/** What the panel under test tells. */
export type PanelMessage =
  | { kind: 'ready'; port: number; routes: Pick<RouteEntry, 'method' | 'url'>[] }
  | ({ kind: 'stalled' } & Stall)
  | { kind: 'logged'; line: string }
  | { kind: 'heap'; usedBytes: number }
  | { kind: 'synced' };

/** Its event loop stood still, at a time of the wall clock, and used so much of the processor meanwhile. */
export interface Stall {
  busyMs: number;
  fromMs: number;
  toMs: number;
}

type Ready = Extract<PanelMessage, { kind: 'ready' }>;

/** The panel under test, in a process of its own. */
export class PanelProcess {
  readonly stalls: Stall[] = [];
  /** What it logged as an error. */
  readonly logged: string[] = [];
  readonly #child: ChildProcess;
  /** How it ended, once it has. */
  ended: string | undefined;

  constructor(env: Record<string, string>) {
    this.#child = fork(join(import.meta.dirname, 'panel.ts'), [], {
      env: { ...process.env, ...env },
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: PanelMessage) => {
      if (message.kind === 'stalled') this.stalls.push(message);
      if (message.kind === 'logged') this.logged.push(message.line);
    });
    this.#child.on('exit', (code, signal) => {
      this.ended = signal ?? `exit code ${code}`;
    });
  }

  ready(): Promise<Ready> {
    return this.#next('ready');
  }

  /** Bytes in use on its heap after everything that can be collected was. */
  async heapBytes(): Promise<number> {
    const answer = this.#next('heap');
    this.#child.send('heap');
    return (await answer).usedBytes;
  }

  /** Waits until it has told everything that has happened so far. */
  async sync(): Promise<void> {
    const answer = this.#next('synced');
    this.#child.send('sync');
    await answer;
  }

  async stop(): Promise<void> {
    if (this.ended !== undefined) return;
    const exit = once(this.#child, 'exit');
    this.#child.send('stop');
    await exit;
  }

  /** @throws Error where it ends first */
  #next<Kind extends PanelMessage['kind']>(kind: Kind): Promise<Extract<PanelMessage, { kind: Kind }>> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error(`the panel under test has ended (${this.ended})`));
      const onMessage = (message: PanelMessage) => {
        if (message.kind !== kind) return;
        this.#child.off('message', onMessage).off('exit', onExit);
        resolve(message as Extract<PanelMessage, { kind: Kind }>);
      };
      this.#child.on('message', onMessage).once('exit', onExit);
    });
  }
}
