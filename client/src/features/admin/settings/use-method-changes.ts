import type { PaymentMethod } from '#shared/payment-methods.ts';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { readError, reportError } from '../../../lib/errors.ts';
import { confirm, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import { useRowTasks } from '../use-row-tasks.ts';
import { fieldsOf } from './method-words.ts';

export interface MethodChanges {
  /** Method id → name of its running task. */
  pending: ReadonlyMap<string, string>;
  setActive: (method: PaymentMethod, active: boolean) => void;
  remove: (method: PaymentMethod) => void;
}

/** Switches and deletes payment methods. */
export function useMethodChanges(): MethodChanges {
  const { pending, run } = useRowTasks();
  const refresh = useRefreshMethods();
  const utils = trpc.useUtils();
  const save = trpc.admin.paymentMethods.save.useMutation();
  const deletion = trpc.admin.paymentMethods.delete.useMutation();

  const setActive = (method: PaymentMethod, active: boolean) => {
    const t = settingsTexts.get();
    return runChange({
      within: (work) => run(String(method.id), active ? 'on' : 'off', work),
      send: async () => {
        // The whole method is saved, so it has to be the stored one.
        const methods = await utils.admin.paymentMethods.list.fetch(undefined, { staleTime: 0 });
        const current = methods.find(({ id }) => id === method.id) ?? method;
        await save.mutateAsync({ ...current, active, expectedMethod: fieldsOf(current) });
        return current.name;
      },
      done: (name) => (active ? [t.isActive({ name }), t.nowOffered] : [t.isOff({ name }), t.noLongerOffered]),
      failed: (active ? t.failedSwitchOn : t.failedSwitchOff)({ name: method.name }),
      refresh,
    });
  };

  const remove = async (method: PaymentMethod) => {
    const { id, name } = method;
    const sure = () => {
      const { deleteMethod, deleteMethodText, deleteIt } = settingsTexts.get();
      return { title: deleteMethod({ name }), text: deleteMethodText({ name }), confirmLabel: deleteIt };
    };
    if (!(await confirm(sure))) return;
    const failure = await run(String(id), 'delete', async () => {
      try {
        await deletion.mutateAsync({ id });
        showSuccess(settingsTexts.get().deleted({ name }));
        return null;
      } catch (error) {
        return error;
      } finally {
        await refresh();
      }
    });
    if (!failure) return;
    const { message, code } = readError(failure);
    const question = () => {
      const { undeletable, switchItOff } = settingsTexts.get();
      return { title: undeletable({ name }), text: message, confirmLabel: switchItOff };
    };
    if (code !== 'method_in_use' || !method.active) return void reportError(question().title, failure);
    if (await confirm(question, 'plain')) await setActive(method, false);
  };

  return {
    pending,
    setActive: (method, active) => void setActive(method, active),
    remove: (method) => void remove(method),
  };
}

/** Refetches the methods, the admins' and the customers'. */
export function useRefreshMethods(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    void utils.balance.methods.invalidate();
    await utils.admin.paymentMethods.list.invalidate();
  };
}
