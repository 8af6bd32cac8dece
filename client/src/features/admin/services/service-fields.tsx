import { SimpleGrid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { NamedServiceFields as Service } from '#shared/services.ts';
import { shownCategories } from '../../../components/category-icon.tsx';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { serviceFormTexts } from '../../../i18n/en/admin/admin-services.ts';
import { categoryTexts } from '../../../i18n/en/common.ts';
import { ChoiceField } from '../choice-field.tsx';
import { ImageField } from '../image-field.tsx';
import type { TypedService } from './service-form.ts';

export type ServiceForm = UseFormReturn<TypedService, unknown, Service>;

/** The fields of the service forms. */
export function ServiceFields({ form: { register, control, formState } }: { form: ServiceForm }) {
  const t = useStore(serviceFormTexts);
  const { errors } = formState;
  const names = useStore(categoryTexts);
  const number = { inputMode: 'numeric', autoComplete: 'off', fontVariantNumeric: 'tabular-nums' } as const;
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
          label={t.category}
          error={errors.category}
          options={[['', t.chooseCategory], ...shownCategories.map((each) => [each, names[each]] as const)]}
          {...register('category')}
        />
        <TextField
          {...number}
          label={t.price}
          inputMode="decimal"
          placeholder="0.00"
          hint={t.priceHint}
          error={errors.priceMicros}
          {...register('priceMicros')}
        />
      </SimpleGrid>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
        <TextField {...number} label={t.min} error={errors.min} {...register('min')} />
        <TextField {...number} label={t.max} error={errors.max} {...register('max')} />
        <TextField {...number} label={t.avgTime} error={errors.avgTimeHours} {...register('avgTimeHours')} />
      </SimpleGrid>
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
