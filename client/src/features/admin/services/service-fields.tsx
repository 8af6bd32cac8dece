import { Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Controller, useWatch } from 'react-hook-form';
import { isPackage, ruleOf, serviceTypes } from '#shared/service-types.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { CountField } from '../../../components/count-field.tsx';
import { CheckboxField, TextAreaField, TextField } from '../../../components/fields.tsx';
import { serviceFormTexts, serviceTypeTexts } from '../../../i18n/en/admin/admin-services.ts';
import { ImageField } from '../image-field.tsx';
import { useShopCategories, withStored } from '../shop-categories.ts';
import { FactsFields } from './facts-fields.tsx';
import { LinkFields } from './link-fields.tsx';
import { NameBnField } from './name-bn-field.tsx';
import { RefillWarning } from './refill-warning.tsx';
import type { ServiceForm } from './service-form.ts';

/** The fields of the service forms. */
export function ServiceFields({ form }: { form: ServiceForm }) {
  const t = useStore(serviceFormTexts);
  const types = useStore(serviceTypeTexts);
  const { register, control, formState } = form;
  const type = useWatch({ control, name: 'type' });
  const ofOne = isPackage(type);
  const { errors } = formState;
  const { options } = useShopCategories();
  return (
    <>
      <TextField
        label={t.name}
        autoComplete="off"
        dir="auto"
        maxLength={200}
        error={errors.name}
        {...register('name')}
      />
      <NameBnField form={form} />
      <Controller
        control={control}
        name="image"
        render={({ field: { name, value, onChange, onBlur } }) => (
          <ImageField
            label={t.image}
            hint={t.imageHint}
            error={errors.image}
            value={value ?? ''}
            {...{ name, onChange, onBlur }}
          />
        )}
      />
      <TextAreaField
        label={t.description}
        dir="auto"
        minH="6rem"
        maxH="40dvh"
        maxLength={5000}
        hint={t.descriptionHint}
        error={errors.description}
        {...register('description')}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <ChoiceField
          label={t.type}
          hint={ruleOf(type).takesComments ? t.typeHintComments : undefined}
          error={errors.type}
          options={serviceTypes.map((each) => [each, types[each]])}
          {...register('type')}
        />
        <Controller
          control={control}
          name="category"
          render={({ field }) => (
            <ChoiceField
              label={t.category}
              error={errors.category}
              options={[['', t.chooseCategory], ...withStored(options, field.value)]}
              {...field}
            />
          )}
        />
        <TextField
          label={t.price}
          inputMode="decimal"
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
          placeholder="0.00"
          hint={ofOne ? t.priceHintPackage : t.priceHint}
          error={errors.priceMicros}
          {...register('priceMicros')}
        />
        <CountField form={form} name="avgTimeHours" label={t.avgTime} />
        {!ofOne && (
          <>
            <CountField form={form} name="min" label={t.min} />
            <CountField form={form} name="max" label={t.max} />
          </>
        )}
      </SimpleGrid>
      <LinkFields form={form} />
      <Permissions form={form} />
      <FactsFields form={form} />
      <TextField
        label={t.externalId}
        optional
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        fontFamily="mono"
        hint={t.externalIdHint}
        error={errors.externalId}
        {...register('externalId')}
      />
    </>
  );
}

/** What customers may ask for after an order. */
function Permissions({ form }: { form: ServiceForm }) {
  const t = useStore(serviceFormTexts);
  return (
    <Stack as="fieldset" gap="3" borderWidth="1px" borderRadius="l2" p="4">
      <Text as="legend" px="1" textStyle="sm" fontWeight="medium">
        {t.permissions}
      </Text>
      <CountField form={form} name="refillDays" label={t.refillDays} optional maxW="10rem" hint={t.refillDaysHint} />
      <RefillWarning form={form} />
      <Flex wrap="wrap" columnGap="6">
        {(['cancel', 'speedUp'] as const).map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field: { value, onChange } }) => (
              <CheckboxField label={t[name]} checked={value} onChange={onChange} />
            )}
          />
        ))}
      </Flex>
    </Stack>
  );
}
