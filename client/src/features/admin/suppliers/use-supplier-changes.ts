import { useCallback } from 'react';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { fieldMessage, reportError } from '../../../lib/errors.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { showSuccess, showWarning } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import { focusedButton, useRowTasks } from '../use-row-tasks.ts';
import { useUntilEnded } from '../use-until-ended.ts';
import { type Supplier, stopWords } from './supplier.ts';

export interface SupplierChanges {
  /** Supplier id → name of its running task. */
  pending: ReadonlyMap<string, string>;
  /** What the button of a test says once it takes long. */
  line: string | undefined;
  stop: (supplier: Supplier) => void;
  resume: (supplier: Supplier) => void;
  test: (supplier: Supplier) => void;
}

/** Stops, resumes and tests suppliers, row by row. */
export function useSupplierChanges(): SupplierChanges {
  const readAgain = useReadSuppliersAgain();
  const stopping = trpc.admin.suppliers.stop.useMutation();
  const resuming = trpc.admin.suppliers.resume.useMutation();
  const testing = trpc.admin.suppliers.test.useMutation();
  const { pending, run } = useRowTasks();
  const { line, wait } = useUntilEnded();

  // It can be taken back at once, so it needs no question.
  const stop = ({ id, name }: Supplier) => {
    const t = supplierTexts.get();
    return runChange({
      within: (work) => run(String(id), 'stop', work),
      send: () => stopping.mutateAsync({ id }),
      done: () => [t.stopped, t.stoppedText({ name })],
      failed: t.stopFailed,
      refresh: readAgain,
    });
  };

  const resume = (supplier: Supplier) => {
    const { id, name, unknown } = supplier;
    const t = supplierTexts.get();
    const pressed = focusedButton();
    return runChange({
      question() {
        const words = supplierTexts.get();
        const reason = words.resumeText({ reason: stopWords(supplier) });
        return {
          title: words.resumeAsk({ name }),
          text: unknown > 0 ? `${reason} ${words.resumeUnknown({ count: unknown })}` : reason,
          confirmLabel: words.resume,
        };
      },
      questionTone: 'plain',
      within: (work) => run(String(id), 'resume', work, pressed),
      send: () => resuming.mutateAsync({ id }),
      done: () => [t.resumed, t.resumedText({ name })],
      failed: t.resumeFailed,
      refresh: readAgain,
    });
  };

  const test = ({ id, name, currency }: Supplier) =>
    run(String(id), 'test', async () => {
      const t = supplierTexts.get();
      try {
        const tested = await wait(() => testing.mutateAsync({ id }));
        if (!tested) return;
        const { ok, balance, currency: named, problem } = tested;
        const has = balance === null ? '–' : formatUnits(balance, named ?? currency);
        if (ok) showSuccess(t.testFine, t.testFineText({ name, balance: has }));
        else if (named !== null)
          showWarning(t.testFailed, t.testOtherCurrency({ name, balance: has, named, currency }));
        else showWarning(t.testFailed, `${name}: ${fieldMessage(problem ?? '–')}`);
      } catch (error) {
        void reportError(t.testFailed, error);
      }
      await readAgain();
    });

  return {
    pending,
    line,
    stop: (supplier) => void stop(supplier),
    resume: (supplier) => void resume(supplier),
    test: (supplier) => void test(supplier),
  };
}

/** @returns a function that reads everything about suppliers and forwards again */
export function useReadSuppliersAgain(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return useCallback(
    () => Promise.all([utils.admin.suppliers.invalidate(), utils.admin.forwards.invalidate()]),
    [utils],
  );
}
