import { NativeSelect, SimpleGrid, Switch, Text } from '@chakra-ui/react';
import { isPlaceholderRecipient, methodKinds, type SavePaymentMethodInput } from '../../../../../shared/settings.ts';
import { FieldFrame, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { confirm, showSuccess } from '../../../lib/notices/notices.ts';
import { trpc } from '../../../lib/trpc.ts';
import { kindNames } from './kind-names.ts';
import { methodForm, typedMethod } from './method-form.ts';
import { StepsField } from './steps-field.tsx';
import { useRefreshMethods } from './use-method-changes.ts';

interface MethodDialogProps {
  /** Without one a new method is made. */
  id: number | undefined;
  /** What the fields begin with. */
  method: Omit<SavePaymentMethodInput, 'id'>;
  onClose: () => void;
}

/** Everything about one way to pay. Mount it when it opens. */
export function MethodDialog({ id, method, onClose }: MethodDialogProps) {
  const isNew = id === undefined;
  const refresh = useRefreshMethods();
  const { mutateAsync } = trpc.admin.paymentMethods.save.useMutation();
  const form = useSchemaForm(methodForm, typedMethod(method));
  const { register, handleSubmit, watch, setValue, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const { kind, recipient, stepsBn, stepsEn, active } = watch();

  const submit = handleSubmit(async (fields) => {
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

  return (
    <FormDialog
      title={isNew ? 'Add Payment Method' : `Edit ${method.name}`}
      size="lg"
      submitLabel="Save"
      pendingLabel="Saving…"
      pending={isSubmitting}
      onSubmit={submit}
      onClose={() => void close()}
    >
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField label="Name" autoComplete="off" maxLength={40} error={errors.name} {...register('name')} />
        <FieldFrame label="Customers see">
          <NativeSelect.Root>
            <NativeSelect.Field {...register('kind')}>
              {methodKinds.map((value) => (
                <option key={value} value={value}>
                  {kindNames[value]}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FieldFrame>
        <TextField
          label={kind === 'mobile' ? 'Recipient number' : 'Recipient'}
          autoComplete="off"
          data-autofocus={isNew ? undefined : ''}
          maxLength={100}
          fontVariantNumeric="tabular-nums"
          hint={<RecipientHint kind={kind} recipient={recipient} />}
          error={errors.recipient}
          {...register('recipient')}
        />
        {kind === 'mobile' && (
          <TextField
            label="USSD code"
            optional
            autoComplete="off"
            maxLength={20}
            placeholder="*247#"
            hint="Customers can dial it with one tap."
            error={errors.ussdCode}
            {...register('ussdCode')}
          />
        )}
      </SimpleGrid>
      {kind === 'mobile' && (
        <>
          <Text textStyle="sm" color="fg.muted">
            One step a line. <strong>{'{number}'}</strong> becomes the recipient number and{' '}
            <strong>{'{amount}'}</strong> the taka to send.
          </Text>
          <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
            <StepsField
              label="Steps in Bengali"
              lang="bn"
              text={stepsBn}
              recipient={recipient}
              error={errors.stepsBn}
              {...register('stepsBn')}
            />
            <StepsField
              label="Steps in English"
              lang="en"
              text={stepsEn}
              recipient={recipient}
              error={errors.stepsEn}
              {...register('stepsEn')}
            />
          </SimpleGrid>
        </>
      )}
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField
          label="Logo"
          optional
          autoComplete="off"
          placeholder="/payments/bkash.svg"
          hint="A path of this panel, or a whole address."
          error={errors.logo}
          {...register('logo')}
        />
        <TextField
          label="Position"
          inputMode="numeric"
          autoComplete="off"
          hint="Customers see the lowest first."
          error={errors.position}
          {...register('position')}
        />
      </SimpleGrid>
      <Switch.Root
        checked={active}
        onCheckedChange={({ checked }) => setValue('active', checked, { shouldDirty: true })}
        minH="11"
        colorPalette="green"
      >
        <Switch.HiddenInput />
        <Switch.Control />
        <Switch.Label fontWeight="normal">Customers can choose it</Switch.Label>
      </Switch.Root>
    </FormDialog>
  );
}

function RecipientHint({ kind, recipient }: { kind: string; recipient: string }) {
  if (isPlaceholderRecipient(recipient)) {
    return (
      <Text as="span" color="fg.warning">
        Customers can't pay here yet: put in your own number.
      </Text>
    );
  }
  return kind === 'mobile' ? 'Customers send their money to it.' : 'Becomes the code that customers scan.';
}
