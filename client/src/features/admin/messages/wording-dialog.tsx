import { Button, SimpleGrid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { z } from 'zod';
import { directions, wordingFields } from '#shared/evidence.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { directionTexts, wordingTexts } from '../../../i18n/en/admin/payment-messages.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/format.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';

export type Wording = Outputs['admin']['evidence']['wordings']['items'][number];

/** A text as a list: senders stand between commas, examples between empty lines. */
const listed = (separator: RegExp, list: z.ZodType<string[], string[]>) =>
  z
    .string()
    .transform((text) => text.split(separator).flatMap((each) => each.trim() || []))
    .pipe(list);
const schema = z.object({
  ...wordingFields,
  senders: listed(/,/, wordingFields.senders),
  examples: listed(/\n\s*\n/, wordingFields.examples),
});

interface WordingDialogProps {
  /** Undefined for a new one. */
  wording: Wording | undefined;
  onClose: () => void;
}

/** Adds or changes a wording, and tries it on the latest messages. Mount it when it opens. */
export function WordingDialog({ wording, onClose }: WordingDialogProps) {
  const t = useStore(wordingTexts);
  const words = useStore(directionTexts);
  const utils = trpc.useUtils();
  const form = useSchemaForm(schema, {
    provider: wording?.provider ?? '',
    kind: wording?.kind ?? '',
    direction: wording?.direction ?? 'in',
    senders: wording?.senders.join(', ') ?? '',
    pattern: wording?.pattern ?? '',
    examples: wording?.examples.join('\n\n') ?? '',
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const save = trpc.admin.evidence.saveWording.useMutation();
  const sent = (fields: z.output<typeof schema>) => ({ ...fields, ...(wording && { id: wording.id }) });
  const submit = handleSubmit(async (fields) => {
    try {
      await save.mutateAsync(sent(fields));
      showSuccess(t.saved);
      await utils.admin.evidence.invalidate();
      onClose();
    } catch (error) {
      showFormError(form, error, t.failed);
    }
  });
  const tryIt = handleSubmit(async (fields) => {
    try {
      const { tried, understood, doubled } = await utils.admin.evidence.tryWording.fetch(sent(fields));
      const counts = { tried: formatCount(tried), understood: formatCount(understood) };
      showSuccess(t.trial(counts), doubled > 0 ? t.trialDoubled({ count: formatCount(doubled) }) : undefined);
    } catch (error) {
      showFormError(form, error, t.trialFailed);
    }
  });
  return (
    <FormDialog
      title={wording ? t.changeTitle : t.addTitle}
      size="lg"
      submitLabel={t.save}
      pendingLabel={t.saving}
      pending={formState.isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void closeForm(formState.isDirty, onClose)}
    >
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
        <TextField label={t.provider} autoComplete="off" error={errors.provider} {...register('provider')} />
        <TextField label={t.kind} hint={t.kindHint} autoComplete="off" error={errors.kind} {...register('kind')} />
        <ChoiceField
          label={t.direction}
          error={errors.direction}
          options={directions.map((each) => [each, words[each]])}
          {...register('direction')}
        />
      </SimpleGrid>
      <TextField
        label={t.senders}
        hint={t.sendersHint}
        autoComplete="off"
        error={errors.senders}
        {...register('senders')}
      />
      <TextAreaField
        label={t.pattern}
        hint={t.patternHint({ fields: '{amount}, {id}, {at}', memo: '{memo}' })}
        error={errors.pattern}
        {...register('pattern')}
      />
      <TextAreaField
        label={t.examples}
        hint={t.examplesHint}
        maxH="40dvh"
        error={errors.examples}
        {...register('examples')}
      />
      <Button variant="outline" alignSelf="start" onClick={(event) => void tryIt(event)}>
        {t.tryIt}
      </Button>
    </FormDialog>
  );
}
