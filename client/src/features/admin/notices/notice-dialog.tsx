import { SimpleGrid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { CheckboxField, TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { $timeZone } from '../../../lib/time-zone.ts';
import { ChoiceField } from '../choice.tsx';
import { type EditedNotice, useSaveNotice } from './use-save-notice.ts';

/** Everything about one notice. Mount it when it opens. */
export function NoticeDialog({ notice, onClose }: EditedNotice) {
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
