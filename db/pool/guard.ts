import type { Socket } from 'node:net';
import { DatabaseUnavailable, isReadOnly, isRefusedWrite, UnreadableAnswer } from '../errors.ts';
import { currentDeadlineMs } from './deadline.ts';

/** A statement as the driver has it inside. */
export interface Statement {
  options: { onexecute?: unknown };
  /** The connection it was given to. */
  state: { socket?: Socket } | null;
  /** Whether its answer is the next one that its connection owes. */
  active: boolean;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
  /** Takes it back from a connection that is still being made. */
  cancel: () => unknown;
}

/** What the patched driver calls in place of handing a statement to a connection; `run` does that. */
export type Guard = (statement: Statement, run: (statement: Statement) => void, isPooled: boolean) => void;

/** How busy a pool is. */
export interface PoolState {
  /** Connections that statements and transactions have. */
  running: number;
  /** Statements and transactions that wait for one. */
  waiting: number;
  isAway: boolean;
  /** When a write was last refused by a read-only server or a full disk, as `performance.now` has it; undefined for never. */
  writeRefusedMs: number | undefined;
}

interface GuardOptions {
  /** Connections in the pool. */
  max: number;
  /** A connection that owes an answer and has said nothing for so long is given up; 0 for never. */
  deadlineMs: number;
  /** Called whenever there is something to wait for. */
  onWork: () => void;
}

interface Sent {
  sentMs: number;
  limitMs: number;
  /** Whether any connection of the pool may take it; else that of its transaction does. */
  isPooled: boolean;
}

interface Waiting {
  sinceMs: number;
  start: () => void;
  refuse: (reason: unknown) => void;
}

/** What waits longer for a connection is answered `busy`: it has not been sent, so nothing has happened. */
const PATIENCE_MS = 2_000;

/** Lets as many statements and transactions at a time to the driver as there are connections, and knows what they wait for. */
export function createGuard({ max, deadlineMs, onWork }: GuardOptions) {
  const owed = new Map<Statement, Sent>();
  const heard = new WeakMap<Socket, { bytes: number; atMs: number }>();
  let waiting: Waiting[] = [];
  let running = 0;
  let isAway = false;
  let writeRefusedMs: number | undefined;

  const guard: Guard = (statement, run, isPooled) => {
    const limitMs = currentDeadlineMs() ?? deadlineMs;
    const send = (onSettled?: () => void) => {
      watchOver(statement, { sentMs: performance.now(), limitMs, isPooled }, onSettled);
      run(statement);
    };
    const isOfTransaction = !isPooled || statement.options.onexecute;
    if (isOfTransaction) return send();
    admit(
      () => send(release),
      (reason) => statement.reject(reason),
    );
  };

  return {
    guard,
    admit,
    release,
    /** Whether an answer is owed. */
    isOwed: () => owed.size > 0,
    isIdle: () => owed.size === 0 && waiting.length === 0,
    state: (): PoolState => ({ running, waiting: waiting.length, isAway, writeRefusedMs }),
    /** Refuses what comes and what waits, and what is under way, of which nobody knows what became of it. */
    shut() {
      isAway = true;
      for (const { refuse } of waiting.splice(0)) refuse(away());
      for (const statement of [...owed.keys()]) statement.reject(away());
    },
    open() {
      isAway = false;
    },
    refuseImpatient,
    giveUpSilent,
  };

  /** Starts at once where a connection is free, later where it becomes free in time, or refuses. */
  function admit(start: () => void, refuse: (reason: unknown) => void): void {
    if (isAway) return refuse(away());
    if (running >= max) {
      waiting.push({ sinceMs: performance.now(), start, refuse });
      return onWork();
    }
    running++;
    start();
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next.start();
    else running--;
  }

  function watchOver(statement: Statement, sent: Sent, onSettled?: () => void): void {
    owed.set(statement, sent);
    onWork();
    const { resolve, reject } = statement;
    const settle = () => {
      if (owed.delete(statement)) onSettled?.();
    };
    statement.resolve = (result) => {
      resolve(result);
      settle();
    };
    statement.reject = (reason) => {
      reject(reason);
      if (isRefusedWrite(reason)) writeRefusedMs = performance.now();
      // Another server may be the primary by now, and behind a gap nothing can be read; only a new connection is of use.
      if (isReadOnly(reason) || reason instanceof UnreadableAnswer) statement.state?.socket?.destroy();
      settle();
    };
  }

  /** What waits for a connection to be free, or to be made. */
  function refuseImpatient(nowMs: number): void {
    for (const [statement, { sentMs, isPooled }] of owed) {
      if (!isPooled || statement.state || nowMs - sentMs <= PATIENCE_MS) continue;
      statement.reject(new DatabaseUnavailable('No connection could be made in time'));
      statement.cancel();
    }
    const isImpatient = ({ sinceMs }: Waiting) => nowMs - sinceMs > PATIENCE_MS;
    const [first] = waiting;
    if (!first || !isImpatient(first)) return;
    const refused = waiting.filter(isImpatient);
    waiting = waiting.slice(refused.length);
    for (const { refuse } of refused) refuse(new DatabaseUnavailable('No connection became free in time'));
  }

  /**
   * Each connection whose answer is overdue is destroyed, with everything that waits on it. What waits behind another statement
   * is judged by that one, unless that one was settled before its answer had ended, and its end never came.
   */
  function giveUpSilent(nowMs: number): void {
    const answering = new Set([...owed.keys()].map(({ state, active }) => active && state?.socket));
    for (const [{ state, active }, { sentMs, limitMs }] of owed) {
      const socket = state?.socket;
      if (!socket || limitMs === 0 || (!active && answering.has(socket))) continue;
      const silentMs = nowMs - Math.max(sentMs, heardAtMs(socket, nowMs));
      if (silentMs > limitMs) socket.destroy(new DatabaseUnavailable(`No answer for ${limitMs} ms`));
    }
  }

  function heardAtMs(socket: Socket, nowMs: number): number {
    const last = heard.get(socket);
    if (last?.bytes === socket.bytesRead) return last.atMs;
    heard.set(socket, { bytes: socket.bytesRead, atMs: nowMs });
    return nowMs;
  }
}

function away(): DatabaseUnavailable {
  return new DatabaseUnavailable('The database does not answer');
}
