import { SimpleGrid, Switch, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { hasSteps, isPlaceholderRecipient, methodKinds } from '#shared/payment-methods.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { CountField } from '../../../components/count-field.tsx';
import { TextField } from '../../../components/fields.tsx';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { ImageField } from '../image-field.tsx';
import type { SavedMethod, TypedMethod } from './method-form.ts';
import { useKindNames } from './method-words.ts';
import { StepsField } from './steps-field.tsx';

export interface FieldsProps {
  form: UseFormReturn<TypedMethod, unknown, SavedMethod>;
}

const LOGO_EXAMPLE = '/payments/bkash.svg';
const columns = { columns: { base: 1, md: 2 }, gap: '4' };

/** The name, the kind, and the recipient of the money. */
export function RecipientFields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  const t = useStore(settingsTexts);
  const kindNames = useKindNames();
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [kind, recipient] = watch(['kind', 'recipient']);
  const isMobile = hasSteps(kind);
  return (
    <SimpleGrid {...columns}>
      <TextField label={t.name} autoComplete="off" maxLength={40} error={errors.name} {...register('name')} />
      <ChoiceField
        label={t.customersSee}
        options={methodKinds.map((value) => [value, kindNames[value]])}
        {...register('kind')}
      />
      <TextField
        label={isMobile ? t.recipientNumber : t.recipient}
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
          label={t.ussd}
          optional
          autoComplete="off"
          maxLength={20}
          placeholder="*247#"
          hint={t.ussdHint}
          error={errors.ussdCode}
          {...register('ussdCode')}
        />
      )}
    </SimpleGrid>
  );
}

function RecipientHint({ isMobile, recipient }: { isMobile: boolean; recipient: string }) {
  const t = useStore(settingsTexts);
  if (isPlaceholderRecipient(recipient)) {
    return (
      <Text as="span" color="fg.warning">
        {t.placeholderNumber}
      </Text>
    );
  }
  return isMobile ? t.recipientHint : t.qrHint;
}

/** The steps in both languages, as customers read them. */
export function InstructionFields({ form }: FieldsProps) {
  const t = useStore(settingsTexts);
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [stepsBn, stepsEn, recipient] = watch(['stepsBn', 'stepsEn', 'recipient']);
  return (
    <>
      <Text textStyle="sm" color="fg.muted">
        {t.stepsHint({ number: '{number}', amount: '{amount}' })}
      </Text>
      <SimpleGrid {...columns}>
        <StepsField
          label={t.stepsBn}
          lang="bn"
          text={stepsBn}
          recipient={recipient}
          error={errors.stepsBn}
          {...register('stepsBn')}
        />
        <StepsField
          label={t.stepsEn}
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
export function PlaceFields({ form }: FieldsProps) {
  const t = useStore(settingsTexts);
  const { control, formState } = form;
  return (
    <SimpleGrid {...columns}>
      <Controller
        control={control}
        name="logo"
        render={({ field: { name, value, onChange, onBlur } }) => (
          <ImageField
            label={t.logo}
            placeholder={LOGO_EXAMPLE}
            hint={t.logoHint}
            error={formState.errors.logo}
            {...{ name, value, onChange, onBlur }}
          />
        )}
      />
      <CountField form={form} name="position" label={t.position} hint={t.positionHint} />
    </SimpleGrid>
  );
}

export function ActiveField({ form: { watch, setValue } }: FieldsProps) {
  const t = useStore(settingsTexts);
  return (
    <Switch.Root
      checked={watch('active')}
      onCheckedChange={({ checked }) => setValue('active', checked, { shouldDirty: true })}
      minH="11"
      colorPalette="green"
    >
      <Switch.HiddenInput />
      <Switch.Control />
      <Switch.Label fontWeight="normal">{t.methodCanBeChosen}</Switch.Label>
    </Switch.Root>
  );
}
