import { useSyncExternalStore } from 'react';
import { toastTexts } from '../../i18n/en/common.ts';

/** How a toast looks. */
export type Tone = 'success' | 'warning' | 'error';

/** What needs no decision; shown as a toast. */
export interface Toast {
  id: number;
  tone: Tone;
  title: string;
  text?: string | undefined;
  link?: ToastLink | undefined;
}

/** A page that has more of it. */
export interface ToastLink {
  to: string;
  label: string;
}

/** Something that waits for a person; shown as an alert dialog, one after the other. */
export interface Question {
  id: number;
  title: string;
  text?: string | undefined;
  confirmLabel: string;
  /** Without one it only tells, and the single button closes it. */
  cancelLabel?: string | undefined;
  tone: 'error' | 'danger' | 'plain';
  answer: (confirmed: boolean) => void;
}

interface Notices {
  toasts: readonly Toast[];
  questions: readonly Question[];
}

let notices: Notices = { toasts: [], questions: [] };
let lastId = 0;
const listeners = new Set<() => void>();

/** Tells of a success with a toast. */
export function showSuccess(title: string, text?: string, link?: ToastLink): void {
  update({ ...notices, toasts: [...notices.toasts, { id: ++lastId, tone: 'success', title, text, link }] });
}

/** Tells with a toast that something sent earlier was refused, which must not hold up whoever has gone on since. */
export function showRefusal(title: string, text: string): void {
  update({ ...notices, toasts: [...notices.toasts, { id: ++lastId, tone: 'error', title, text }] });
}

/** Warns with a toast of something that its reader should change, where the link leads to. */
export function showWarning(title: string, text: string, link: ToastLink): void {
  update({ ...notices, toasts: [...notices.toasts, { id: ++lastId, tone: 'warning', title, text, link }] });
}

/** Tells of a failure with a dialog. @returns a promise that resolves when it was closed. */
export async function showError(title: string, text?: string): Promise<void> {
  const open = notices.questions.find((question) => question.title === title && question.text === text);
  if (open) return;
  await ask({ title, text, confirmLabel: toastTexts.get().ok, tone: 'error' });
}

/** Tells of something important that went well, with a dialog. */
export async function showMessage(title: string, text?: string): Promise<void> {
  await ask({ title, text, confirmLabel: toastTexts.get().ok, tone: 'plain' });
}

/** Asks before something that can't be undone. @returns whether it was confirmed. */
export function confirm(question: {
  title: string;
  text?: string;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'plain';
}): Promise<boolean> {
  return ask({ cancelLabel: toastTexts.get().cancel, tone: 'danger', ...question });
}

/** Whether something waits for a person, be its dialog there already or on its way. */
export function isQuestionOpen(): boolean {
  return notices.questions.length > 0;
}

export function takeToast(id: number): void {
  update({ ...notices, toasts: notices.toasts.filter((toast) => toast.id !== id) });
}

export function useToasts(): Notices {
  return useSyncExternalStore(
    subscribe,
    () => notices,
    () => notices,
  );
}

function ask(question: Omit<Question, 'id' | 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastId;
    const answer = (confirmed: boolean) => {
      update({ ...notices, questions: notices.questions.filter((open) => open.id !== id) });
      resolve(confirmed);
    };
    update({ ...notices, questions: [...notices.questions, { ...question, id, answer }] });
  });
}

function update(next: Notices): void {
  notices = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
