import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Task } from '../task.ts';

/**
 * Makes this process a driver.
 * @param run does a task, and says when its warm-up is over
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

/** Counts what is answered, before the measuring begins, during it and after. */
export class Tally {
  #before = 0;
  #after: { answered: number; elapsedSeconds: number } | undefined;
  readonly #latenciesMs: number[] = [];
  readonly placed: { requestId: string; orderId: number }[] = [];
  answered = 0;
  refused = 0;
  refusal: string | undefined;

  answer(latencyMs?: number): void {
    this.answered++;
    if (latencyMs !== undefined) this.#latenciesMs.push(latencyMs);
  }

  refuse(why: string): void {
    this.refused++;
    this.refusal ??= why;
  }

  /** Counts what is answered in the seconds after the warm-up, or until the load has ended by itself. */
  async measure(
    { seconds, warmUpSeconds }: Pick<Task, 'seconds' | 'warmUpSeconds'>,
    load: Promise<unknown>,
    measuring: () => void,
  ): Promise<void> {
    await Promise.race([sleep(warmUpSeconds * 1000), load]);
    this.#before = this.answered;
    this.#latenciesMs.length = 0;
    const startedMs = performance.now();
    measuring();
    await Promise.race([sleep(seconds * 1000), load]);
    const elapsedSeconds = (performance.now() - startedMs) / 1000;
    this.#after = { answered: this.answered - this.#before, elapsedSeconds };
  }

  outcome(): Outcome {
    const { answered = 0, elapsedSeconds = 0 } = this.#after ?? {};
    const { answered: answeredInAll, refused, refusal, placed } = this;
    const answeredUntilEnd = answeredInAll - this.#before;
    const sorted = Float64Array.from(this.#latenciesMs).sort();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    const latencyMs = sorted.length > 0 ? { p50: at(0.5), p99: at(0.99), worst: at(1) } : undefined;
    return { answered, elapsedSeconds, answeredUntilEnd, answeredInAll, refused, refusal, latencyMs, placed };
  }
}
