import type { SavePaymentMethodInput } from '../../../../../shared/settings.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { confirm, showSuccess } from '../../../lib/notices/notices.ts';
import { trpc } from '../../../lib/trpc.ts';
import { methodForm, typedMethod } from './method-form.ts';
import { useRefreshMethods } from './use-method-changes.ts';

export interface EditedMethod {
  /** Without one a new method is made. */
  id: number | undefined;
  /** What the fields begin with. */
  method: Omit<SavePaymentMethodInput, 'id'>;
  onClose: () => void;
}

/** The form of one payment method: saves it, and asks before what was typed is lost. */
export function useSaveMethod({ id, method, onClose }: EditedMethod) {
  const isNew = id === undefined;
  const refresh = useRefreshMethods();
  const { mutateAsync } = trpc.admin.paymentMethods.save.useMutation();
  const form = useSchemaForm(methodForm, typedMethod(method));
  const { isDirty } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    try {
      const saved = await mutateAsync(isNew ? fields : { id, ...fields });
      showSuccess(isNew ? `${saved.name} added` : `${saved.name} saved`);
      await refresh();
      onClose();
    } catch (error) {
      showFormError(form, error, isNew ? 'Failed to add payment method' : 'Failed to save payment method');
    }
  });

  const close = async () => {
    const question = { title: 'Leave without saving?', text: 'What you typed will be lost.', confirmLabel: 'Leave' };
    if (!isDirty || (await confirm({ ...question, cancelLabel: 'Keep editing' }))) onClose();
  };

  return { form, submit, close };
}
