import { useStore } from '@nanostores/react';
import { hasSteps } from '#shared/payment-methods.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { ActiveField, InstructionFields, PlaceFields, RecipientFields } from './method-fields.tsx';
import { RecipientChangeDialog } from './recipient-change-dialog.tsx';
import { type EditedMethod, useSaveMethod } from './use-save-method.ts';

/** Everything about one way to pay. Mount it when it opens. */
export function MethodDialog({ id, method, onClose }: EditedMethod) {
  const t = useStore(settingsTexts);
  const isNew = id === undefined;
  const { form, submit, close, conflict, change } = useSaveMethod({ id, method, onClose });
  return (
    <FormDialog
      title={isNew ? t.addMethodTitle : t.editName({ name: method.name })}
      size="lg"
      submitLabel={t.save}
      pendingLabel={t.saving}
      pending={form.formState.isSubmitting && !change}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      <RecipientFields form={form} isNew={isNew} />
      {hasSteps(form.watch('kind')) && <InstructionFields form={form} />}
      <PlaceFields form={form} />
      <ActiveField form={form} />
      {change && <RecipientChangeDialog change={change} />}
      {conflict}
    </FormDialog>
  );
}
