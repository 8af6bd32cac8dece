import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { DatabaseUnavailable, isReadOnly, isRefusedWrite, UnreadableAnswer } from '../errors.ts';
import { currentDeadlineMs } from './deadline.ts';

/** The driver's statement object. */
export interface Statement {
  options: { onexecute?: unknown };
  /** Its connection, once assigned. */
  state: { socket?: Socket } | null;
  /** Whether its connection processes it next. */
  active: boolean;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
  /** Withdraws it from a connection that is not open yet. */
  cancel: () => unknown;
}

/** The patched driver calls it for each statement; `run` passes the statement to a connection. */
export type Guard = (statement: Statement, run: (statement: Statement) => void, isPooled: boolean) => void;

/** How busy a pool is. */
export interface PoolState {
  /** Connections in use by statements and transactions. */
  running: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
  isAway: boolean;
  /** When a read-only server or a full disk last refused a write, in `performance.now` time; undefined for never. */
  writeRefusedMs: number | undefined;
  /** Connections that have ended so far, lost ones and those that reached the end of their life. */
  ended: number;
}

interface GuardOptions {
  /** Connections in the pool. */
  max: number;
  /** A connection that sends nothing for this long although a response is due is closed; 0 for never. */
  deadlineMs: number;
  /** Called when a statement starts to wait. */
  onWork: () => void;
}

interface Sent {
  sentMs: number;
  limitMs: number;
  /** Whether it may run on any connection of the pool, or only on that of its transaction. */
  isPooled: boolean;
}

interface Waiting {
  sinceMs: number;
  start: () => void;
  refuse: (reason: unknown) => void;
}

/** A statement that waits longer for a connection fails as `busy`. It was not sent, so it had no effect. */
const PATIENCE_MS = 2_000;

/** Limits the statements and transactions in the driver to the number of connections, and monitors their responses. */
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
    /** Whether a response of the database is due. */
    isOwed: () => owed.size > 0,
    isIdle: () => owed.size === 0 && waiting.length === 0,
    state: (): Omit<PoolState, 'ended'> => ({ running, waiting: waiting.length, isAway, writeRefusedMs }),
    /** Refuses new and waiting statements, and fails running ones, which may or may not have been committed. */
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

  /** Starts at once if a connection is free, or as soon as one becomes free within the limit; otherwise refuses. */
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
    const copy = createCopyRepair();
    const settle = () => {
      if (owed.delete(statement)) onSettled?.();
    };
    statement.resolve = (result) => {
      copy.opened(result, statement.state?.socket);
      resolve(result);
      settle();
    };
    statement.reject = (reason) => {
      reject(reason);
      copy.refused(reason);
      if (isRefusedWrite(reason)) writeRefusedMs = performance.now();
      // Another server may be the primary now, and a stream with missing bytes is unreadable: only a new connection helps.
      if (isReadOnly(reason) || reason instanceof UnreadableAnswer) statement.state?.socket?.destroy();
      settle();
    };
  }

  /** Refuses statements that waited too long for a connection. */
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
   * Destroys each connection whose response is overdue. The first statement of a connection counts for those behind it, unless it
   * settled before its response ended.
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

/**
 * The driver resolves a COPY statement with a stream, and forgets two things about it: after rows that arrived faster than they were
 * read, it leaves the socket paused; and it never ends the input of a COPY that the server refuses at its end.
 */
function createCopyRepair() {
  let input: Writable | undefined;
  return {
    /** @param result of the statement; only streams matter */
    opened(result: unknown, socket: Socket | undefined): void {
      if (result instanceof Readable) result.once('end', () => socket?.resume());
      else if (result instanceof Writable) input = result;
    },
    refused(reason: unknown): void {
      input?.destroy(reason instanceof Error ? reason : undefined);
    },
  };
}
