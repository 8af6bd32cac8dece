import type { StillRunning } from './background-calls.ts';

interface Waiting {
  /** Called after each answer that is not the end. */
  onRunning?: () => void;
  /** When it aborts, the call is not repeated. */
  signal?: AbortSignal | undefined;
  patienceMs?: number;
}

const PATIENCE_MS = 5 * 60_000;
/** The server itself waits for seconds before it answers. */
const PAUSE_MS = 250;

/**
 * Repeats a call that answers `{ running: true }` until it ends: the same call joins the one that runs.
 * @returns its answer; undefined if it has not ended in five minutes or `signal` aborts. It goes on on the server then
 * @throws the error of the call
 */
export async function untilEnded<Answer extends object>(
  call: () => Promise<Answer>,
  { onRunning, signal, patienceMs = PATIENCE_MS }: Waiting = {},
): Promise<Exclude<Answer, StillRunning> | undefined> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const answer = await call();
    if (!('running' in answer)) return answer as Exclude<Answer, StillRunning>;
    if (signal?.aborted || performance.now() >= untilMs) return undefined;
    onRunning?.();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal?.aborted) return undefined;
  }
}
