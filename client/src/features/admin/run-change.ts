import { adminTexts } from '../../i18n/en/admin/admin.ts';
import { reportError } from '../../lib/errors.ts';
import { confirm, showSuccess } from '../../lib/toasts/toasts.ts';

interface Change<Answer> {
  /** The texts of a confirmation before the request. */
  question?: Parameters<typeof confirm>[0];
  questionTone?: Parameters<typeof confirm>[1];
  send: () => Promise<Answer>;
  /** Wraps the work after the confirmation, to show it as pending. */
  within?: (work: () => Promise<void>) => Promise<unknown>;
  /** The toast after a success. */
  done: (answer: Answer) => Parameters<typeof showSuccess>;
  /** The title of the dialog after a failure. */
  failed: string;
  /** Refetches the changed data, also after a failure. */
  refresh: () => Promise<unknown>;
}

/** Confirms, sends a change to the server, reports the result, and refetches. */
export async function runChange<Answer>(change: Change<Answer>): Promise<void> {
  const { question, questionTone, send, within = (work) => work(), done, failed, refresh } = change;
  if (question && !(await confirm(question, questionTone))) return;
  await within(async () => {
    try {
      showSuccess(...done(await send()));
    } catch (error) {
      void reportError(failed, error);
    }
    await refresh();
  });
}

/** Asks whether unsaved input may be lost. */
export function confirmLeaving(): Promise<boolean> {
  return confirm(() => {
    const t = adminTexts.get();
    return { title: t.leaveUnsaved, text: t.changeHides, confirmLabel: t.leave, cancelLabel: t.keepEditing };
  });
}

/** Closes a form, with a confirmation if input would be lost. */
export async function closeForm(isDirty: boolean, onClose: () => void): Promise<void> {
  if (!isDirty || (await confirmLeaving())) onClose();
}
