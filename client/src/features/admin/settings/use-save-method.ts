import { useState } from 'react';
import type { PaymentMethod } from '#shared/payment-methods.ts';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { readError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';
import { useConflict } from './conflict.tsx';
import { methodFormOf, type SavedMethod, typedMethod } from './method-form.ts';
import { fieldsOf, type Method, methodDifferences } from './method-words.ts';
import type { RecipientChange } from './recipient-change-dialog.tsx';
import { useRefreshMethods } from './use-method-changes.ts';

export interface EditedMethod {
  /** Without one a new method is made. */
  id: number | undefined;
  /** The initial values. */
  method: Method;
  onClose: () => void;
}

/** The form of a payment method. It asks before it saves over another admin's change, and before customers pay to another number. */
export function useSaveMethod({ id, method, onClose }: EditedMethod) {
  const isNew = id === undefined;
  const refresh = useRefreshMethods();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.paymentMethods.save.useMutation();
  /** The initial values; the stored ones may have changed since. */
  const [seen, setSeen] = useState(method);
  const conflict = useConflict();
  const [change, setChange] = useState<RecipientChange | null>(null);
  const form = useSchemaForm(methodFormOf(isNew ? undefined : seen.recipient, seen.accounts), typedMethod(seen));
  const { isDirty } = form.formState;

  const save = async (fields: SavedMethod, known: Method): Promise<void> => {
    const t = settingsTexts.get();
    try {
      const saved = await mutateAsync(isNew ? fields : { id, ...fields, expectedMethod: fieldsOf(known) });
      showSuccess((isNew ? t.added : t.savedName)({ name: saved.name }));
      await refresh();
      onClose();
    } catch (error) {
      const { code, details } = readError(error);
      const stored = code === 'settings_changed' ? await readStored() : undefined;
      if (!stored) {
        showFormError(form, error, isNew ? t.failedAdd : t.failedMethod);
        return;
      }
      conflict.show({
        changedBy: details.changedBy,
        changedAt: details.changedAt,
        differences: methodDifferences(fields, stored),
        saveMine: () => void save(fields, stored),
        takeTheirs() {
          setSeen(stored);
          form.reset(typedMethod(stored));
        },
      });
    }
  };

  const readStored = async (): Promise<PaymentMethod | undefined> => {
    const methods = await utils.admin.paymentMethods.list.fetch(undefined, { staleTime: 0 });
    return methods.find((each) => each.id === id);
  };

  const submit = form.handleSubmit(async (fields) => {
    if (isNew || fields.recipient === seen.recipient || (await isConfirmed(fields))) await save(fields, seen);
  });

  const isConfirmed = ({ name, recipient }: SavedMethod): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (confirmed: boolean) => {
        setChange(null);
        resolve(confirmed);
      };
      setChange({ name, before: seen.recipient, after: recipient, answer });
    });

  const close = () => closeForm(isDirty, onClose);

  return { form, submit, close, conflict: conflict.dialog, change };
}
