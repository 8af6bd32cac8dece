import { Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useFormState, useWatch } from 'react-hook-form';
import { isPackage } from '#shared/service-types.ts';
import { type SupplierField, supplierFields } from '#shared/supplier-fields.ts';
import { CheckboxField } from '../../../components/fields.tsx';
import { sourceTexts, supplierFieldTexts } from '../../../i18n/en/admin/supplier-catalogue.ts';
import { formFieldOf, type ServiceForm } from './service-form.ts';

interface FieldsOfSupplierProps {
  form: ServiceForm;
  /** The stored choice. */
  following: readonly SupplierField[];
}

/** The fields that follow the first source. The choice belongs to the form; a field that is typed is the shop's own. */
export function FieldsOfSupplier({ form: { control, setValue, resetField }, following }: FieldsOfSupplierProps) {
  const t = useStore(sourceTexts);
  const names = useStore(supplierFieldTexts);
  const { dirtyFields } = useFormState({ control });
  const [chosen = following, type] = useWatch({ control, name: ['fieldsOfSupplier', 'type'] });
  const follows = (field: SupplierField) => chosen.includes(field) && !dirtyFields[formFieldOf[field]];

  const choose = (field: SupplierField, isOfSupplier: boolean) => {
    if (isOfSupplier) resetField(formFieldOf[field]);
    const next = supplierFields.filter((each) => (each === field ? isOfSupplier : follows(each)));
    setValue('fieldsOfSupplier', next, { shouldDirty: true });
  };

  return (
    <Stack as="fieldset" gap="2" borderWidth="1px" borderRadius="l2" p="4">
      <Text as="legend" px="1" textStyle="sm" fontWeight="medium">
        {t.asSupplier}
      </Text>
      <Text textStyle="sm" color="fg.muted">
        {t.asSupplierText}
      </Text>
      <Flex wrap="wrap" columnGap="6">
        {supplierFields
          .filter((field) => !(isPackage(type) && (field === 'min' || field === 'max')))
          .map((field) => (
            <CheckboxField
              key={field}
              label={names[field]}
              checked={follows(field)}
              onChange={(isOfSupplier) => choose(field, isOfSupplier)}
            />
          ))}
      </Flex>
    </Stack>
  );
}
