import { useStore } from '@nanostores/react';
import { z } from 'zod';
import { externalOrderId } from '#shared/forwards.ts';
import { latinDigits } from '#shared/latin-digits.ts';
import { TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import type { Forward } from './forward.ts';
import type { Settling } from './use-settle.ts';

interface BoughtDialogProps {
  forward: Forward;
  settle: Settling['settle'];
  onClose: () => void;
}

const boughtForm = z.object({ externalId: z.string().transform(latinDigits).pipe(externalOrderId) });

/** Asks for the number that an unknown purchase has at its supplier. Mount it when it opens. */
export default function BoughtDialog({ forward, settle, onClose }: BoughtDialogProps) {
  const t = useStore(forwardTexts);
  const form = useSchemaForm(boughtForm, { externalId: '' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ externalId }) => {
    try {
      await settle(forward, 'bought', { externalId });
      onClose();
    } catch (error) {
      showFormError(form, error, t.settleFailed);
    }
  });

  return (
    <FormDialog
      title={t.boughtTitle({ id: String(forward.orderId) })}
      text={t.boughtText({ supplier: forward.supplierName ?? '–' })}
      submitLabel={t.boughtSave}
      pendingLabel={t.settling}
      pending={isSubmitting}
      movesMoney
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={t.boughtNumber}
        hint={t.boughtHint}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        fontFamily="mono"
        maxLength={64}
        data-autofocus
        error={errors.externalId}
        {...form.register('externalId')}
      />
    </FormDialog>
  );
}
