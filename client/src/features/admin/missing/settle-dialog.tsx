import { useStore } from '@nanostores/react';
import { missingOutcomes, settleMissingInput } from '#shared/missing.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextAreaField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { missingTexts } from '../../../i18n/en/admin/missing.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { entryWords, type Missing } from './missing-words.ts';

const settleForm = settleMissingInput.pick({ outcome: true, reason: true });

/** Settles a missing entry with an outcome and a reason. Mount it when it opens. */
export default function SettleDialog({ entry, onClose }: { entry: Missing; onClose: () => void }) {
  const t = useStore(missingTexts);
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.missing.settle.useMutation();
  const form = useSchemaForm(settleForm, { outcome: 'restored', reason: '' });
  const { errors, isSubmitting } = form.formState;
  const words = { restored: t.outcomeRestored, refunded: t.outcomeRefunded, ignored: t.outcomeIgnored };

  const submit = form.handleSubmit(async ({ outcome, reason }) => {
    try {
      await mutateAsync({ id: entry.id, outcome, reason });
      showSuccess(t.settled, t.settledText);
      onClose();
    } catch (error) {
      showFormError(form, error, t.settleFailed);
    }
    await utils.admin.missing.invalidate();
  });

  return (
    <FormDialog
      title={t.settleEntry({ entry: entryWords(entry) })}
      text={t.settleText}
      submitLabel={t.settle}
      pendingLabel={t.settling}
      pending={isSubmitting}
      movesMoney
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <ChoiceField
        label={t.outcome}
        options={missingOutcomes.map((outcome) => [outcome, words[outcome]] as const)}
        error={errors.outcome}
        {...form.register('outcome')}
      />
      <TextAreaField
        label={t.reason}
        rows={2}
        maxLength={500}
        hint={t.reasonHint}
        error={errors.reason}
        {...form.register('reason')}
      />
    </FormDialog>
  );
}
