import type { Try } from '../chaos/record.ts';

export interface FaultKind {
  name: string;
  /** The longest permitted time without an order, in seconds. */
  gapLimitSeconds: number;
  /** Rolling faults delay no request: each succeeds at once, also without a retry. */
  isRolling?: boolean;
}

/** The requests during one fault, from its beginning until everything is back. */
export interface FaultOutcome {
  kind: FaultKind;
  tries: number;
  /** A sentence per request that was refused with `busy` and `Retry-After`; the client repeats it. */
  busy: string[];
  /** A sentence per request with another error, a cut connection or no response. */
  failed: string[];
  /** The longest time between two acknowledged orders. */
  gapSeconds: number;
}

/** Collects every try of a round, by fault. */
export function createFailoverRecord(now: () => number = () => performance.now()) {
  const outcomes: FaultOutcome[] = [];
  /** Between faults nothing may fail. */
  const calm: FaultOutcome = outcomeOf({ name: 'no fault', gapLimitSeconds: Number.POSITIVE_INFINITY });
  let current = calm;
  let lastOrderAt = now();
  let lastTroubleAt = now();

  return {
    outcomes,
    calm,
    begin(kind: FaultKind): void {
      current = outcomeOf(kind);
      outcomes.push(current);
    },
    /** The fault and its consequences are over. */
    end(): void {
      addGap(now());
      current = calm;
    },
    /** The time since the last failure, or since orders stopped. */
    quietMs: (): number => (now() - lastOrderAt > 1_000 ? 0 : now() - lastTroubleAt),
    note({ procedure, endedAt, ending, detail = '' }: Try): void {
      current.tries++;
      if (ending === 'ok') {
        if (procedure.includes('orders.place')) addGap(endedAt);
        return;
      }
      lastTroubleAt = endedAt;
      (ending === 'busy' ? current.busy : current.failed).push(`${procedure}: ${ending} ${detail}`.trim());
    },
  };

  function addGap(atMs: number): void {
    current.gapSeconds = Math.max(current.gapSeconds, (atMs - lastOrderAt) / 1000);
    lastOrderAt = Math.max(lastOrderAt, atMs);
  }

  function outcomeOf(kind: FaultKind): FaultOutcome {
    return { kind, tries: 0, busy: [], failed: [], gapSeconds: 0 };
  }
}

export type FailoverRecord = ReturnType<typeof createFailoverRecord>;
