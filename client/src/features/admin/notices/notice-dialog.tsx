import { SimpleGrid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { CheckboxField, TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { ChoiceField } from '../choice-field.tsx';
import { closeForm } from '../run-change.ts';
import { blankNotice, type Notice, noticeForm, typedNotice } from './notice-form.ts';

interface NoticeDialogProps {
  /** Undefined for a new one. */
  notice: Notice | undefined;
  onClose: () => void;
}

/** Publishes or edits a notice. Mount it when it opens. */
export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const { form, submit, close } = useSaveNotice({ notice, onClose });
  const { register, formState, watch, setValue } = form;
  const { errors, isSubmitting } = formState;
  const zone = useStore($timeZone);
  return (
    <FormDialog
      title={notice ? 'Edit Notice' : 'Publish a Notice'}
      size="lg"
      submitLabel={notice ? 'Save' : 'Publish'}
      pendingLabel={notice ? 'Saving…' : 'Publishing…'}
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      <TextField label="Title" autoComplete="off" dir="auto" error={errors.title} {...register('title')} />
      <TextAreaField
        label="Text"
        hint="Web addresses can be opened; everything else is shown as it is typed."
        minH="7rem"
        maxH="40dvh"
        dir="auto"
        error={errors.body}
        {...register('body')}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <ChoiceField
          label="Where"
          error={errors.kind}
          options={[
            ['banner', 'Banner above every page'],
            ['page', 'Page of notices only'],
          ]}
          {...register('kind')}
        />
        <ChoiceField
          label="Weight"
          error={errors.level}
          options={[
            ['info', 'Information'],
            ['warning', 'Important'],
          ]}
          {...register('level')}
        />
        <TextField
          label="Start"
          optional
          hint={`By the clock in ${zone}. Empty: at once.`}
          type="datetime-local"
          error={errors.startsAt}
          {...register('startsAt')}
        />
        <TextField
          label="End"
          optional
          hint={`By the clock in ${zone}. Empty: until you withdraw it.`}
          type="datetime-local"
          error={errors.endsAt}
          {...register('endsAt')}
        />
      </SimpleGrid>
      <CheckboxField
        label="Readers may put it away"
        checked={watch('dismissible')}
        onChange={(checked) => setValue('dismissible', checked, { shouldDirty: true })}
      />
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
    // The field has no seconds: an unchanged start is not sent, so it stays exact.
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
