import { SimpleGrid, Switch, Text } from '@chakra-ui/react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { hasSteps, isPlaceholderRecipient, methodKinds } from '#shared/settings.ts';
import { TextField } from '../../../components/fields.tsx';
import { ChoiceField } from '../choice-field.tsx';
import { ImageField } from '../image-field.tsx';
import type { SavedMethod, TypedMethod } from './method-form.ts';
import { kindNames } from './method-words.ts';
import { StepsField } from './steps-field.tsx';

interface FieldsProps {
  form: UseFormReturn<TypedMethod, unknown, SavedMethod>;
}

const columns = { columns: { base: 1, md: 2 }, gap: '4' };

/** The name, the kind, and the recipient of the money. */
export function RecipientFields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [kind, recipient] = watch(['kind', 'recipient']);
  const isMobile = hasSteps(kind);
  return (
    <SimpleGrid {...columns}>
      <TextField label="Name" autoComplete="off" maxLength={40} error={errors.name} {...register('name')} />
      <ChoiceField
        label="Customers see"
        options={methodKinds.map((value) => [value, kindNames[value]])}
        {...register('kind')}
      />
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

/** The logo and the position. */
export function PlaceFields({ form: { register, control, formState } }: FieldsProps) {
  const { errors } = formState;
  return (
    <SimpleGrid {...columns}>
      <Controller
        control={control}
        name="logo"
        render={({ field: { name, value, onChange, onBlur } }) => (
          <ImageField
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
