/** How one try of a request ended. */
export type Ending =
  | 'ok'
  /** 503 `busy`, with when to come back. */
  | 'busy'
  /** The connection was refused or cut. */
  | 'cut'
  /** Nothing came within the longest that anybody waits. */
  | 'silent'
  /** Anything else. */
  | 'wrong';

export interface Try {
  /** What was asked, for people. */
  what: string;
  startedAt: number;
  endedAt: number;
  ending: Ending;
  /** What was answered, for people; only where it was not ok. */
  told?: string;
}

export interface FaultKind {
  name: string;
  /** Whether it ends a process that holds connections of clients, who then see them cut. */
  cutsClients: boolean;
  /** Whether such a process hangs before it ends, so that they wait in vain. */
  hangs?: boolean;
}

export interface Recovery {
  fault: string;
  recoveryMs: number;
}

/** What is counted while faults happen; lists hold a sentence each. */
export interface Counts {
  tries: number;
  busy: number;
  cut: number;
  silent: string[];
  /** Requests without an answer because their process hung, until that was found out. */
  hung: number;
  /** Neither a success nor `busy`, nor a connection cut by what was done to the process behind it. */
  wrong: string[];
  /** Whatever was no success in a panel that nothing was done to. */
  errorsAfter: string[];
  processDeaths: string[];
  recoveries: Recovery[];
}

/** For so long nothing may go wrong before the panel counts as recovered. */
const QUIET_MS = 1_000;
/** And so many requests have to succeed meanwhile. */
const QUIET_SUCCESSES = 10;

/**
 * Judges every try by what was done to the panel at the time. A fault lasts from `begin` until `hasRecovered`, which takes
 * a quiet second: what goes wrong after that goes wrong in a panel that nothing was done to.
 */
export function createRecord(now: () => number = () => performance.now()) {
  const counts: Counts = {
    tries: 0,
    busy: 0,
    cut: 0,
    silent: [],
    hung: 0,
    wrong: [],
    errorsAfter: [],
    processDeaths: [],
    recoveries: [],
  };
  let fault: { kind: FaultKind; overAt: number | undefined } | undefined;
  /** When the panel last counted as recovered, and when it last did so of a fault that cuts clients, and of one that hangs. */
  let calmSince = now();
  let uncutSince = now();
  let unhungSince = now();
  let lastTroubleAt = now();
  let successes: number[] = [];

  return {
    counts,
    /** A fault is about to happen. */
    begin(kind: FaultKind): void {
      fault = { kind, overAt: undefined };
    },
    /** Nothing more is being done; from here on the time until recovery counts. */
    end(): void {
      if (fault) fault.overAt = now();
      lastTroubleAt = now();
      successes = [];
    },
    /** @param oldestWaitingMs how long the request that waits longest has waited */
    hasRecovered(oldestWaitingMs: number): boolean {
      if (fault?.overAt === undefined) return false;
      const quietSince = Math.max(lastTroubleAt, fault.overAt);
      if (now() - quietSince < QUIET_MS || oldestWaitingMs > QUIET_MS || successes.length < QUIET_SUCCESSES)
        return false;
      const recoveredAt = successes[0] ?? now();
      counts.recoveries.push({ fault: fault.kind.name, recoveryMs: Math.max(0, recoveredAt - fault.overAt) });
      if (fault.kind.cutsClients) uncutSince = now();
      if (fault.kind.hangs) unhungSince = now();
      calmSince = now();
      fault = undefined;
      return true;
    },
    /** The panel did not come back; its fault lasts until the end, and counts as long as it was waited for. */
    giveUp(): void {
      if (fault?.overAt === undefined) return;
      counts.recoveries.push({ fault: fault.kind.name, recoveryMs: now() - fault.overAt });
    },
    note({ what, startedAt, endedAt, ending, told = '' }: Try): void {
      counts.tries++;
      if (ending === 'ok') {
        if (startedAt > lastTroubleAt) successes.push(endedAt);
        return;
      }
      lastTroubleAt = endedAt;
      successes = [];
      const during = fault !== undefined || startedAt < calmSince;
      const cutExpected = fault?.kind.cutsClients === true || startedAt < uncutSince;
      const sentence = `${what}: ${ending} ${told}`.trim() + (fault ? ` (${fault.kind.name})` : '');
      if (ending === 'busy') counts.busy++;
      if (ending === 'cut') counts.cut++;
      const hungExpected = startedAt < (fault?.kind.hangs ? (fault.overAt ?? endedAt) : unhungSince);
      if (ending === 'silent' && hungExpected) counts.hung++;
      else if (ending === 'silent') counts.silent.push(sentence);
      if (ending === 'wrong' || (ending === 'cut' && !cutExpected)) counts.wrong.push(sentence);
      if (!during) counts.errorsAfter.push(sentence);
    },
    noteDeath(sentence: string): void {
      counts.processDeaths.push(fault ? `${sentence} (${fault.kind.name})` : sentence);
    },
  };
}

export type ChaosRecord = ReturnType<typeof createRecord>;
