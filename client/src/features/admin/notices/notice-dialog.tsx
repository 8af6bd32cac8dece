import { SimpleGrid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { CheckboxField, TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { adminNoticesTexts } from '../../../i18n/en/admin/admin-notices.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';
import { blankNotice, type Notice, noticeForm, typedNotice } from './notice-form.ts';
import { NoticePreview } from './notice-preview.tsx';

interface NoticeDialogProps {
  /** Undefined for a new one. */
  notice: Notice | undefined;
  onClose: () => void;
}

/** Publishes or edits a notice. Mount it when it opens. */
export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const t = useStore(adminNoticesTexts);
  const [openedAt] = useState(() => new Date().toISOString());
  const { form, submit, close } = useSaveNotice({ notice, onClose });
  const { register, formState, watch, setValue } = form;
  const { errors, isSubmitting } = formState;
  const zone = useStore($timeZone);
  return (
    <FormDialog
      title={notice ? t.editHeading : t.publishHeading}
      size="lg"
      submitLabel={notice ? t.save : t.publish}
      pendingLabel={notice ? t.saving : t.publishing}
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      <TextField label={t.title} autoComplete="off" dir="auto" error={errors.title} {...register('title')} />
      <TextAreaField
        label={t.text}
        hint={t.textHint}
        minH="5rem"
        maxH="40dvh"
        dir="auto"
        error={errors.body}
        {...register('body')}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <ChoiceField
          label={t.where}
          error={errors.kind}
          options={[
            ['banner', t.bannerChoice],
            ['page', t.pageChoice],
          ]}
          {...register('kind')}
        />
        <ChoiceField
          label={t.weight}
          error={errors.level}
          options={[
            ['info', t.information],
            ['warning', t.important],
          ]}
          {...register('level')}
        />
        <TextField
          label={t.start}
          optional
          hint={t.atOnce({ zone })}
          type="datetime-local"
          error={errors.startsAt}
          {...register('startsAt')}
        />
        <TextField
          label={t.end}
          optional
          hint={t.untilEmpty({ zone })}
          type="datetime-local"
          error={errors.endsAt}
          {...register('endsAt')}
        />
      </SimpleGrid>
      <CheckboxField
        label={t.dismissible}
        checked={watch('dismissible')}
        onChange={(checked) => setValue('dismissible', checked, { shouldDirty: true })}
      />
      <NoticePreview control={form.control} openedAt={notice?.startsAt ?? openedAt} />
    </FormDialog>
  );
}

/** The form of a notice, which creates or updates it. */
function useSaveNotice({ notice, onClose }: NoticeDialogProps) {
  const utils = trpc.useUtils();
  const create = trpc.admin.notices.create.useMutation();
  const update = trpc.admin.notices.update.useMutation();
  const form = useSchemaForm(noticeForm, notice ? typedNotice(notice) : blankNotice);
  const { isDirty, dirtyFields } = form.formState;

  const submit = form.handleSubmit(async ({ startsAt, ...fields }) => {
    const t = adminNoticesTexts.get();
    // The field has no seconds: an unchanged start is not sent, so it stays exact.
    const begin = dirtyFields.startsAt || !notice ? { startsAt } : {};
    try {
      if (notice) await update.mutateAsync({ id: notice.id, ...fields, ...begin });
      else await create.mutateAsync({ ...fields, ...begin });
      showSuccess(notice ? t.saved : t.published);
      await Promise.all([utils.admin.notices.invalidate(), utils.notices.invalidate()]);
      onClose();
    } catch (error) {
      showFormError(form, error, notice ? t.saveFailed : t.publishFailed);
    }
  });

  const close = () => closeForm(isDirty, onClose);

  return { form, submit, close };
}
