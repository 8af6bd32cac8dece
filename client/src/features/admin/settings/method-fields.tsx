import { NativeSelect, SimpleGrid, Switch, Text } from '@chakra-ui/react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { hasSteps, isPlaceholderRecipient, methodKinds } from '../../../../../shared/settings.ts';
import { FieldFrame, TextField } from '../../../components/fields.tsx';
import { PictureField } from '../picture-field.tsx';
import { kindNames } from './kind-names.ts';
import type { SavedMethod, TypedMethod } from './method-form.ts';
import { StepsField } from './steps-field.tsx';

interface FieldsProps {
  form: UseFormReturn<TypedMethod, unknown, SavedMethod>;
}

const columns = { columns: { base: 1, md: 2 }, gap: '4' };

/** What the method is called, what customers see of it, and where their money goes. */
export function RecipientFields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [kind, recipient] = watch(['kind', 'recipient']);
  const isMobile = hasSteps(kind);
  return (
    <SimpleGrid {...columns}>
      <TextField label="Name" autoComplete="off" maxLength={40} error={errors.name} {...register('name')} />
      <KindField form={form} />
      <TextField
        label={isMobile ? 'Recipient number' : 'Recipient'}
        autoComplete="off"
        data-autofocus={isNew ? undefined : ''}
        maxLength={100}
        fontVariantNumeric="tabular-nums"
        hint={<RecipientHint isMobile={isMobile} recipient={recipient} />}
        error={errors.recipient}
        {...register('recipient')}
      />
      {isMobile && (
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
  );
}

function KindField({ form }: FieldsProps) {
  return (
    <FieldFrame label="Customers see">
      <NativeSelect.Root>
        <NativeSelect.Field {...form.register('kind')}>
          {methodKinds.map((value) => (
            <option key={value} value={value}>
              {kindNames[value]}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}

function RecipientHint({ isMobile, recipient }: { isMobile: boolean; recipient: string }) {
  if (isPlaceholderRecipient(recipient)) {
    return (
      <Text as="span" color="fg.warning">
        Customers can't pay here yet: put in your own number.
      </Text>
    );
  }
  return isMobile ? 'Customers send their money to it.' : 'Becomes the code that customers scan.';
}

/** The steps in both languages, as customers read them. */
export function InstructionFields({ form }: FieldsProps) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [stepsBn, stepsEn, recipient] = watch(['stepsBn', 'stepsEn', 'recipient']);
  return (
    <>
      <Text textStyle="sm" color="fg.muted">
        One step a line. <strong>{'{number}'}</strong> becomes the recipient number and <strong>{'{amount}'}</strong>{' '}
        the taka to send.
      </Text>
      <SimpleGrid {...columns}>
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
  );
}

/** How the method is found among the others: its mark, and where it stands. */
export function PlaceFields({ form: { register, control, formState } }: FieldsProps) {
  const { errors } = formState;
  return (
    <SimpleGrid {...columns}>
      <Controller
        control={control}
        name="logo"
        render={({ field: { name, value, onChange, onBlur } }) => (
          <PictureField
            label="Logo"
            placeholder="/payments/bkash.svg"
            hint="A picture, a path of this panel, or a whole address."
            error={errors.logo}
            {...{ name, value, onChange, onBlur }}
          />
        )}
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
  );
}

export function ActiveField({ form: { watch, setValue } }: FieldsProps) {
  return (
    <Switch.Root
      checked={watch('active')}
      onCheckedChange={({ checked }) => setValue('active', checked, { shouldDirty: true })}
      minH="11"
      colorPalette="green"
    >
      <Switch.HiddenInput />
      <Switch.Control />
      <Switch.Label fontWeight="normal">Customers can choose it</Switch.Label>
    </Switch.Root>
  );
}
