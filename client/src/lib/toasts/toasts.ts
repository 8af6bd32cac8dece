import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { toastTexts } from '../../i18n/en/common.ts';

/** How a toast looks. */
export type Tone = 'success' | 'warning' | 'error';

/** A message that needs no decision; displayed as a toast. */
export interface Toast {
  id: number;
  tone: Tone;
  title: string;
  text?: string | undefined;
  link?: ToastLink | undefined;
}

/** A page with details. */
export interface ToastLink {
  to: string;
  label: string;
}

export interface QuestionTexts {
  title: string;
  text?: string | undefined;
  confirmLabel: string;
  /** Without one it is only a message, closed by its single button. */
  cancelLabel?: string;
}

/** A message that waits for the user; displayed as an alert dialog, one at a time. */
export interface Question {
  id: number;
  /** Its texts in the current language, which may change while it is open. */
  texts: () => QuestionTexts;
  tone: 'error' | 'danger' | 'plain';
  answer: (confirmed: boolean) => void;
}

interface Toasts {
  toasts: readonly Toast[];
  questions: readonly Question[];
}

const $toasts = atom<Toasts>({ toasts: [], questions: [] });
let lastId = 0;

/** Reports a success in a toast. */
export function showSuccess(title: string, text?: string, link?: ToastLink): void {
  add({ tone: 'success', title, text, link });
}

/** Reports in a toast that something sent earlier was refused, without interrupting the user. */
export function showRefusal(title: string, text: string): void {
  add({ tone: 'error', title, text });
}

/** Shows a warning in a toast, with a link to the page that fixes it, if there is one. */
export function showWarning(title: string, text: string, link?: ToastLink): void {
  add({ tone: 'warning', title, text, link });
}

/** Reports a failure in a dialog. @returns a promise that resolves when it is closed */
export async function showError(title: string, text?: string): Promise<void> {
  const open = $toasts.get().questions.map(({ texts }) => texts());
  if (open.some((known) => known.title === title && known.text === text)) return;
  await ask(() => ({ title, text, confirmLabel: toastTexts.get().ok }), 'error');
}

/** Reports an important success in a dialog. */
export async function showMessage(title: string, text?: string): Promise<void> {
  await ask(() => ({ title, text, confirmLabel: toastTexts.get().ok }), 'plain');
}

/**
 * Asks for a confirmation of something that can't be undone.
 * @param texts its texts in the current language
 * @returns whether it was confirmed
 */
export function confirm(texts: () => QuestionTexts, tone: 'danger' | 'plain' = 'danger'): Promise<boolean> {
  return ask(() => ({ cancelLabel: toastTexts.get().cancel, ...texts() }), tone);
}

/** Whether a message waits for the user, even if its dialog is still loading. */
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

function ask(texts: Question['texts'], tone: Question['tone']): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastId;
    const answer = (confirmed: boolean) => {
      setQuestions((questions) => questions.filter((open) => open.id !== id));
      resolve(confirmed);
    };
    setQuestions((questions) => [...questions, { id, texts, tone, answer }]);
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
