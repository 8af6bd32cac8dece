import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { beforeLogout } from '../../../lib/before-logout.ts';
import { session } from '../../../lib/session.ts';

/** A decision that is to be sent. One of a key is on its way at a time. */
export interface Decision<Answer> {
  /** Names what is decided, such as "order:1042". */
  key: string;
  /** What is done to it, such as "approve". */
  name: string;
  /** Sends it; the request must go out before this returns, as nothing that runs later may run while a page is left. */
  send: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** @returns what its row says of it from now on */
  onRefused: (error: unknown) => Refusal;
}

interface Refusal {
  text: string;
  /** Sends the same again, where that may help. */
  again?: (() => void) | undefined;
}

/** Where a decision is: still here and to be undone, with the server, or refused. */
export type Progress =
  | { phase: 'waiting'; name: string; sendsAtMs: number }
  | { phase: 'sending'; name: string }
  | ({ phase: 'refused' } & Refusal);

interface Waiting {
  timer: ReturnType<typeof setTimeout>;
  send: () => Promise<void>;
}

let progress: ReadonlyMap<string, Progress> = new Map();
/** In the order in which they were made. */
const waiting = new Map<string, Waiting>();
const listeners = new Set<() => void>();
let isWatchingThePage = false;

/**
 * Holds a decision back for a while, in which it can be undone, and then sends it; at once where the page is hidden or left. It
 * goes on whatever screen is there.
 * @param waitMs with 0 it is sent at once
 * @returns whether it is on its way; not where another of its key is
 */
export function hold<Answer>(decision: Decision<Answer>, waitMs: number): boolean {
  const { key, name } = decision;
  if (isOnItsWay(key)) return false;
  const userId = session.get().user?.id;
  const send = async () => {
    waiting.delete(key);
    // Whoever uses this browser by now decides nothing in another's name.
    if (session.get().user?.id !== userId) return tell(key, undefined);
    tell(key, { phase: 'sending', name });
    await deliver(decision);
  };
  if (waitMs === 0) {
    void send();
    return true;
  }
  watchThePage();
  waiting.set(key, { send, timer: setTimeout(() => void send(), waitMs) });
  tell(key, { phase: 'waiting', name, sendsAtMs: Date.now() + waitMs });
  return true;
}

/** Takes back what has not been sent yet. @returns whether there was such a decision */
export function undo(key: string): boolean {
  const held = waiting.get(key);
  if (!held) return false;
  clearTimeout(held.timer);
  waiting.delete(key);
  tell(key, undefined);
  return true;
}

/** Takes back the newest of those that have not been sent yet. */
export function undoLast(): void {
  const last = [...waiting.keys()].at(-1);
  if (last !== undefined) undo(last);
}

/** Sends everything that waits. @returns a promise that resolves when all of it was answered */
export async function sendNow(): Promise<void> {
  const held = [...waiting.values()];
  await Promise.all(
    held.map(({ timer, send }) => {
      clearTimeout(timer);
      return send();
    }),
  );
}

/** Whether a decision of this key waits or is being sent, so that there is nothing to decide. */
export function isOnItsWay(key: string): boolean {
  const phase = progress.get(key)?.phase;
  return phase === 'waiting' || phase === 'sending';
}

/** Takes a refusal off its row. */
export function dismissRefusal(key: string): void {
  if (progress.get(key)?.phase === 'refused') tell(key, undefined);
}

/** Where the decision of a key is; undefined where there is none. Renders again when that changes, for no other's sake. */
export function useProgress(key: string): Progress | undefined {
  return useSyncExternalStore(subscribe, () => progress.get(key));
}

/**
 * Every decision on its way, and every refusal, by key, for what stands around the rows: drawn when there is time for it, as the
 * next row is to be marked without waiting for the whole page.
 */
export function useOutbox(): ReadonlyMap<string, Progress> {
  const [seen, see] = useState(progress);
  useEffect(() => {
    const follow = () => startTransition(() => see(progress));
    follow();
    return subscribe(follow);
  }, []);
  return seen;
}

async function deliver<Answer>({ key, send, onDone, onRefused }: Decision<Answer>): Promise<void> {
  let answer: Answer;
  try {
    answer = await send();
  } catch (error) {
    tell(key, { phase: 'refused', ...onRefused(error) });
    return;
  }
  onDone(answer);
  tell(key, undefined);
}

function tell(key: string, next: Progress | undefined): void {
  const all = new Map(progress);
  if (next) all.set(key, next);
  else all.delete(key);
  progress = all;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A phone may end a hidden page without another word, so that hiding it is leaving it. */
function watchThePage(): void {
  if (isWatchingThePage) return;
  isWatchingThePage = true;
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void sendNow());
  window.addEventListener('pagehide', () => void sendNow());
  beforeLogout(sendNow);
}
