import { SimpleGrid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { NamedServiceFields as Service } from '#shared/services.ts';
import { shownCategories } from '../../../components/category-icon.tsx';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { categoryTexts } from '../../../i18n/en/common.ts';
import { ChoiceField } from '../choice-field.tsx';
import { ImageField } from '../image-field.tsx';
import type { TypedService } from './service-form.ts';

export type ServiceForm = UseFormReturn<TypedService, unknown, Service>;

/** The fields of the service forms. */
export function ServiceFields({ form: { register, control, formState } }: { form: ServiceForm }) {
  const { errors } = formState;
  const names = useStore(categoryTexts);
  const number = { inputMode: 'numeric', autoComplete: 'off', fontVariantNumeric: 'tabular-nums' } as const;
  return (
    <>
      <TextField
        label="Service Name"
        autoComplete="off"
        dir="auto"
        maxLength={200}
        error={errors.name}
        {...register('name')}
      />
      <TextField
        label="External ID"
        optional
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        fontFamily="mono"
        hint="Your own name for it, by which an imported file finds it. Customers never see it."
        error={errors.externalId}
        {...register('externalId')}
      />
      <Controller
        control={control}
        name="image"
        render={({ field: { name, value, onChange, onBlur } }) => (
          <ImageField
            label="Image URL"
            hint="Without one, the picture of its category is shown."
            error={errors.image}
            value={value ?? ''}
            {...{ name, onChange, onBlur }}
          />
        )}
      />
      <TextAreaField
        label="Description"
        dir="auto"
        minH="6rem"
        maxH="40dvh"
        maxLength={5000}
        hint="Each sentence becomes a line of its own on the home page."
        error={errors.description}
        {...register('description')}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <ChoiceField
          label="Category"
          error={errors.category}
          options={[['', 'Choose a category'], ...shownCategories.map((each) => [each, names[each]] as const)]}
          {...register('category')}
        />
        <TextField
          {...number}
          label="Price"
          inputMode="decimal"
          placeholder="0.00"
          hint="In dollars, per 1000."
          error={errors.priceMicros}
          {...register('priceMicros')}
        />
      </SimpleGrid>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
        <TextField {...number} label="Min" error={errors.min} {...register('min')} />
        <TextField {...number} label="Max" error={errors.max} {...register('max')} />
        <TextField
          {...number}
          label="Average Time (in hours)"
          error={errors.avgTimeHours}
          {...register('avgTimeHours')}
        />
      </SimpleGrid>
    </>
  );
}
