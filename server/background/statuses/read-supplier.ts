import { claimStatuses } from '../../features/orders/statuses/claim-statuses.ts';
import { readStatusWords } from '../../features/orders/statuses/status-words.ts';
import type { CancelResult, Failed, RefillResult } from '../../suppliers/protocols/results.ts';
import { noteCalls, takeCall } from '../../suppliers/take-call.ts';
import { claimRefills, claimRequests } from './claim-requests.ts';
import { type DueKind, nextDue, type ReadSupplier } from './due-calls.ts';
import { followRefills } from './follow-refills.ts';
import { type ReadDeps, readStatuses } from './read-statuses.ts';
import { sendCancels, sendRefill } from './send-requests.ts';

interface Turn {
  /** How long the supplier rests. */
  restMs: number;
  /** Reading calls in a row that have failed. */
  failures: number;
}

/** After a failed call, and twice as long after each further one. */
const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 15 * 60;

/** A call that was made, and whether it failed; undefined if nothing was due. */
type Step = Failed | 'made' | undefined;

/**
 * Makes the due calls to one supplier, one after another, until nothing is due, its calls of this minute are used up, or one fails.
 * @param turn.due the kinds of calls, in their order
 * @param turn.failedBefore reading calls in a row that had failed
 */
export async function readSupplier(
  deps: ReadDeps & { signal: AbortSignal },
  supplier: ReadSupplier & { isAlone: boolean },
  { due, failedBefore }: { due: readonly DueKind[]; failedBefore: number },
): Promise<Turn> {
  const steps: Record<DueKind, () => Promise<Step>> = { cancels, refill, statuses, refillStatuses };
  let failures = failedBefore;
  // An attempt alone is not put off, or the suspicion would end without it.
  let isOwed = supplier.isAlone;
  while (!deps.signal.aborted) {
    const kind = await nextDue(deps.db, supplier.id, due);
    if (!kind) break;
    const waitMs = await takeCall(deps.db, supplier);
    if (waitMs > 0 && !isOwed) return { restMs: waitMs, failures };
    if (waitMs > 0) await noteCalls(deps.db, supplier, 1);
    isOwed = false;
    const made = await steps[kind]();
    // Another server has claimed it.
    if (!made) break;
    if (made !== 'made') return { restMs: retrySeconds(made) * 1_000, failures: failures + 1 };
    failures = 0;
  }
  return { restMs: 0, failures };

  function retrySeconds({ retryAfterSeconds = 0 }: Failed): number {
    const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(failures, 10));
    return Math.max(pause, retryAfterSeconds);
  }

  async function statuses(): Promise<Step> {
    const forwards = await claimStatuses(deps.db, supplier.id);
    if (forwards.length === 0) return undefined;
    const result = await readStatuses(deps, supplier, forwards, retrySeconds);
    if (result.kind === 'failed') return result;
    // An old panel answers for few orders at a time: the client has made more calls.
    await noteCalls(deps.db, supplier, result.calls - 1);
    return 'made';
  }

  async function refillStatuses(): Promise<Step> {
    const claimed = await claimRefills(deps.db, supplier.id);
    if (claimed.length === 0) return undefined;
    const words = await readStatusWords(deps.db);
    const result = await followRefills({ ...deps, words }, supplier, claimed);
    return result.kind === 'failed' ? result : 'made';
  }

  async function cancels(): Promise<Step> {
    const claimed = await claimRequests(deps.db, supplier.id, 'cancel');
    if (claimed.length === 0) return undefined;
    return stepOf(await sendCancels(deps, supplier, claimed));
  }

  async function refill(): Promise<Step> {
    const [claimed] = await claimRequests(deps.db, supplier.id, 'refill');
    if (!claimed) return undefined;
    return stepOf(await sendRefill(deps, supplier, claimed));
  }
}

/** A refusal and a lost response have been noted; the supplier's other calls go on. */
function stepOf(result: RefillResult | CancelResult): Step {
  if (result.kind !== 'throttled') return 'made';
  return { kind: 'failed', reason: 'throttled', text: '', retryAfterSeconds: result.retryAfterSeconds };
}
