import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../statistics.ts';
import type { Outcome, Task } from '../task.ts';

/**
 * Makes this process a load generator.
 * @param run does a task, and reports the end of its warm-up
 */
export function serveTasks(run: (task: Task, measuring: () => void) => Promise<Outcome>): void {
  const measuring = () => void process.send?.({ measuring: true });
  process.on('message', (task: Task) => {
    run(task, measuring).then(
      (outcome) => process.send?.(outcome),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

/** Counts responses during the warm-up, the measured time and after it. */
export class Tally {
  #before = 0;
  #measured = { answered: 0, elapsedSeconds: 0 };
  readonly #latenciesMs: number[] = [];
  readonly placed: Outcome['placed'] = [];
  readonly statuses: Outcome['statuses'] = {};
  answered = 0;
  refused = 0;
  refusal: string | undefined;
  sent = 0;
  unanswered = 0;
  resets = 0;
  orders = 0;
  unsureOrders = 0;

  answer(latencyMs?: number): void {
    this.answered++;
    if (latencyMs !== undefined) this.#latenciesMs.push(latencyMs);
  }

  refuse(reason: string): void {
    this.refused++;
    this.refusal ??= reason;
  }

  /** Measures for the task's seconds after its warm-up, or until the load ends by itself. */
  async measure({ seconds, warmUpSeconds }: Task, load: Promise<unknown>, measuring: () => void): Promise<void> {
    await Promise.race([sleep(warmUpSeconds * 1000), load]);
    this.#before = this.answered;
    this.#latenciesMs.length = 0;
    const startedMs = performance.now();
    measuring();
    await Promise.race([sleep(seconds * 1000), load]);
    const elapsedSeconds = (performance.now() - startedMs) / 1000;
    this.#measured = { answered: this.answered - this.#before, elapsedSeconds };
  }

  outcome(): Outcome {
    const { placed, statuses, refused, refusal, sent, unanswered, resets, orders, unsureOrders } = this;
    const at = (share: number) => percentile(this.#latenciesMs, share);
    return {
      ...this.#measured,
      ...{ placed, statuses, refused, refusal, sent, unanswered, resets, orders, unsureOrders },
      answeredUntilEnd: this.answered - this.#before,
      answeredInAll: this.answered,
      latencyMs: this.#latenciesMs.length > 0 ? { p50: at(0.5), p99: at(0.99), worst: at(1) } : undefined,
    };
  }
}
