import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/notices/notices.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';
import { blankNotice, type Notice, noticeForm, typedNotice } from './notice-form.ts';

export interface EditedNotice {
  /** Undefined for a new one. */
  notice: Notice | undefined;
  onClose: () => void;
}

/** The form of one notice: publishes or changes it, and asks before what was typed is lost. */
export function useSaveNotice({ notice, onClose }: EditedNotice) {
  const utils = trpc.useUtils();
  const create = trpc.admin.notices.create.useMutation();
  const update = trpc.admin.notices.update.useMutation();
  const form = useSchemaForm(noticeForm, notice ? typedNotice(notice) : blankNotice);
  const { isDirty, dirtyFields } = form.formState;

  const submit = form.handleSubmit(async ({ startsAt, ...fields }) => {
    // The field has no seconds: what was not changed stays as exact as it is.
    const begin = dirtyFields.startsAt || !notice ? { startsAt } : {};
    try {
      if (notice) await update.mutateAsync({ id: notice.id, ...fields, ...begin });
      else await create.mutateAsync({ ...fields, ...begin });
      showSuccess(notice ? 'Notice saved' : 'Notice published');
      await Promise.all([utils.admin.notices.invalidate(), utils.notices.invalidate()]);
      onClose();
    } catch (error) {
      showFormError(form, error, notice ? 'Failed to save the notice' : 'Failed to publish the notice');
    }
  });

  const close = () => closeForm(isDirty, onClose);

  return { form, submit, close };
}
