import { hasSteps } from '#shared/settings.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { ActiveField, InstructionFields, PlaceFields, RecipientFields } from './method-fields.tsx';
import { RecipientChangeDialog } from './recipient-change-dialog.tsx';
import { type EditedMethod, useSaveMethod } from './use-save-method.ts';

/** Everything about one way to pay. Mount it when it opens. */
export function MethodDialog({ id, method, onClose }: EditedMethod) {
  const isNew = id === undefined;
  const { form, submit, close, conflict, change } = useSaveMethod({ id, method, onClose });
  return (
    <FormDialog
      title={isNew ? 'Add Payment Method' : `Edit ${method.name}`}
      size="lg"
      submitLabel="Save"
      pendingLabel="Saving…"
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
