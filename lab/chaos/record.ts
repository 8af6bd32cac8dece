/** The end of one try of a request. */
export type Ending =
  | 'ok'
  /** 503 `busy` with `Retry-After`. */
  | 'busy'
  /** The connection was refused or closed. */
  | 'cut'
  /** No response in time. */
  | 'silent'
  /** Anything else. */
  | 'wrong';

export interface Try {
  procedure: string;
  startedAt: number;
  endedAt: number;
  ending: Ending;
  /** The failure, as text. */
  detail?: string;
}

export interface FaultKind {
  name: string;
  /** It ends a process with connected clients. */
  cutsClients?: boolean;
  /** Such a process hangs before it ends, so clients get no response. */
  hangs?: boolean;
}

export interface Recovery {
  fault: string;
  recoveryMs: number;
}

/** Each list has a sentence per case. */
export interface Counts {
  tries: number;
  busy: number;
  cut: number;
  silent: string[];
  /** Requests without a response from a process that was made to hang. */
  hung: number;
  /** Neither a success, nor `busy`, nor a connection closed by the fault. */
  wrong: string[];
  /** Failures without a fault. */
  errorsAfter: string[];
  processDeaths: string[];
  recoveries: Recovery[];
}

/** The panel has recovered after this long without a failure. */
const QUIET_MS = 1_000;
/** And after this many successes in that time. */
const QUIET_SUCCESSES = 10;

/** Judges each try by the fault at that time. A fault lasts from `begin` until `hasRecovered`. */
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
  /** The last recovery, the last one of a fault that cuts clients, and of one that hangs. */
  let calmSince = now();
  let uncutSince = now();
  let unhungSince = now();
  let lastTroubleAt = now();
  let successes: number[] = [];

  return {
    counts,
    begin(kind: FaultKind): void {
      fault = { kind, overAt: undefined };
    },
    /** The fault is over, and the time until recovery starts. */
    end(): void {
      if (fault) fault.overAt = now();
      lastTroubleAt = now();
      successes = [];
    },
    /** @param oldestWaitingMs the age of the oldest request in flight */
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
    /** The panel did not recover; its fault lasts until the end. */
    giveUp(): void {
      if (fault?.overAt === undefined) return;
      counts.recoveries.push({ fault: fault.kind.name, recoveryMs: now() - fault.overAt });
    },
    note({ procedure, startedAt, endedAt, ending, detail = '' }: Try): void {
      counts.tries++;
      if (ending === 'ok') {
        if (startedAt > lastTroubleAt) successes.push(endedAt);
        return;
      }
      lastTroubleAt = endedAt;
      successes = [];
      const during = fault !== undefined || startedAt < calmSince;
      const cutExpected = fault?.kind.cutsClients === true || startedAt < uncutSince;
      const sentence = `${procedure}: ${ending} ${detail}`.trim() + (fault ? ` (${fault.kind.name})` : '');
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
