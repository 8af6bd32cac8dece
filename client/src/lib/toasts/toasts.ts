import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
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

interface Toasts {
  toasts: readonly Toast[];
  questions: readonly Question[];
}

const $toasts = atom<Toasts>({ toasts: [], questions: [] });
let lastId = 0;

/** Tells of a success with a toast. */
export function showSuccess(title: string, text?: string, link?: ToastLink): void {
  add({ tone: 'success', title, text, link });
}

/** Tells with a toast that something sent earlier was refused, which must not hold up whoever has gone on since. */
export function showRefusal(title: string, text: string): void {
  add({ tone: 'error', title, text });
}

/** Warns with a toast of something that its reader should change, where the link leads to. */
export function showWarning(title: string, text: string, link: ToastLink): void {
  add({ tone: 'warning', title, text, link });
}

/** Tells of a failure with a dialog. @returns a promise that resolves when it was closed. */
export async function showError(title: string, text?: string): Promise<void> {
  const open = $toasts.get().questions.find((question) => question.title === title && question.text === text);
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
  return $toasts.get().questions.length > 0;
}

export function takeToast(id: number): void {
  const { toasts, questions } = $toasts.get();
  $toasts.set({ toasts: toasts.filter((toast) => toast.id !== id), questions });
}

export function useToasts(): Toasts {
  return useStore($toasts);
}

function ask(question: Omit<Question, 'id' | 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastId;
    const answer = (confirmed: boolean) => {
      setQuestions((questions) => questions.filter((open) => open.id !== id));
      resolve(confirmed);
    };
    setQuestions((questions) => [...questions, { ...question, id, answer }]);
  });
}

function add(toast: Omit<Toast, 'id'>): void {
  const { toasts, questions } = $toasts.get();
  $toasts.set({ toasts: [...toasts, { ...toast, id: ++lastId }], questions });
}

function setQuestions(change: (questions: readonly Question[]) => readonly Question[]): void {
  const { toasts, questions } = $toasts.get();
  $toasts.set({ toasts, questions: change(questions) });
}
