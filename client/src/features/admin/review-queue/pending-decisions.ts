import { atom } from 'nanostores';
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { beforeLogout } from '../../../lib/before-logout.ts';
import { session } from '../../../lib/session.ts';

/** A decision to send. Each key has at most one pending decision. */
export interface Decision<Answer> {
  /** Identifies the row, such as "order:1042". */
  key: string;
  /** The row's text while the decision is pending, such as "Approving". */
  doing: () => string;
  /** Sends it. The request must start synchronously: later callbacks may not run while a page unloads. */
  send: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** @returns the row's note */
  onRefused: (error: unknown) => Refusal;
}

interface Refusal {
  text: () => string;
  /** Sends the same decision again, if that may help. */
  again?: (() => void) | undefined;
}

/** A decision waits here and can be undone, is being sent, or was refused. */
export type Progress =
  | { phase: 'waiting'; doing: () => string; sendsAtMs: number }
  | { phase: 'sending'; doing: () => string }
  | ({ phase: 'refused' } & Refusal);

interface Waiting {
  timer: ReturnType<typeof setTimeout>;
  send: () => Promise<void>;
}

const $progress = atom<ReadonlyMap<string, Progress>>(new Map());
const listen = (listener: () => void) => $progress.listen(listener);
/** In the order of the decisions. */
const waiting = new Map<string, Waiting>();
const decidedHere = new Set<string>();
let isWatchingThePage = false;

/**
 * Holds a decision for a while, in which it can be undone, and then sends it. A page that is hidden or closed sends it at once.
 * Navigation within the panel does not end the wait.
 * @param waitMs with 0 it is sent at once
 * @returns false if another decision of its key is pending
 */
export function holdDecision<Answer>(decision: Decision<Answer>, waitMs: number): boolean {
  const { key, doing } = decision;
  if (isPending(key)) return false;
  const userId = session.get().user?.id;
  const send = async () => {
    waiting.delete(key);
    // Another user of this browser must not decide in the first one's name.
    if (session.get().user?.id !== userId) return setProgress(key, undefined);
    setProgress(key, { phase: 'sending', doing });
    await deliver(decision);
  };
  if (waitMs === 0) {
    void send();
    return true;
  }
  watchThePage();
  waiting.set(key, { send, timer: setTimeout(() => void send(), waitMs) });
  setProgress(key, { phase: 'waiting', doing, sendsAtMs: Date.now() + waitMs });
  return true;
}

/** Cancels a decision that was not sent yet. @returns whether there was one */
export function undo(key: string): boolean {
  const held = waiting.get(key);
  if (!held) return false;
  clearTimeout(held.timer);
  waiting.delete(key);
  setProgress(key, undefined);
  return true;
}

/** Cancels the newest decision that was not sent yet. @returns whether there was one */
export function undoLast(): boolean {
  const last = [...waiting.keys()].at(-1);
  return last !== undefined && undo(last);
}

/** Sends all waiting decisions. @returns a promise that resolves when all are answered */
export async function sendNow(): Promise<void> {
  const held = [...waiting.values()];
  await Promise.all(
    held.map(({ timer, send }) => {
      clearTimeout(timer);
      return send();
    }),
  );
}

/** Whether a decision of this key waits or is being sent. */
export function isPending(key: string): boolean {
  const phase = $progress.get().get(key)?.phase;
  return phase === 'waiting' || phase === 'sending';
}

/** Removes a refusal from its row. */
export function dismissRefusal(key: string): void {
  if ($progress.get().get(key)?.phase === 'refused') setProgress(key, undefined);
}

/** Records that this browser decided a row, so that it may leave the list without a message. */
export function noteDecided(key: string): void {
  decidedHere.add(key);
}

export function isDecidedHere(key: string): boolean {
  return decidedHere.has(key);
}

/** The progress of one key; changes of other keys do not render again. */
export function useProgress(key: string): Progress | undefined {
  return useSyncExternalStore(listen, () => $progress.get().get(key));
}

/** All decisions by key, for parts around the rows: they render in a transition, so that the next row is selected at once. */
export function usePendingDecisions(): ReadonlyMap<string, Progress> {
  const [seen, see] = useState($progress.get());
  useEffect(() => $progress.subscribe((progress) => startTransition(() => see(progress))), []);
  return seen;
}

async function deliver<Answer>({ key, send, onDone, onRefused }: Decision<Answer>): Promise<void> {
  let answer: Answer;
  try {
    answer = await send();
  } catch (error) {
    setProgress(key, { phase: 'refused', ...onRefused(error) });
    return;
  }
  onDone(answer);
  setProgress(key, undefined);
}

function setProgress(key: string, next: Progress | undefined): void {
  const all = new Map($progress.get());
  if (next) all.set(key, next);
  else all.delete(key);
  $progress.set(all);
}

/** A phone may close a hidden page without another event, so hiding it counts as closing it. */
function watchThePage(): void {
  if (isWatchingThePage) return;
  isWatchingThePage = true;
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void sendNow());
  window.addEventListener('pagehide', () => void sendNow());
  beforeLogout(sendNow);
}
