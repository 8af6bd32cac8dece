import { Button, Fieldset, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useFieldArray } from 'react-hook-form';
import { LuPlus, LuTrash2 } from 'react-icons/lu';
import { MOST_ACCOUNTS } from '#shared/payment-methods.ts';
import { CheckboxField, TextField } from '../../../components/fields.tsx';
import { accountTexts } from '../../../i18n/en/admin/settings.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { formatCount } from '../../../lib/format.ts';
import type { FieldsProps } from './method-fields.tsx';

/** The numbers of a method, of which customers see the first one with room. */
export function AccountFields({ form }: FieldsProps) {
  const t = useStore(accountTexts);
  const { control, register, watch, setValue, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'accounts' });
  const { accounts: errors } = formState.errors;
  return (
    <Fieldset.Root>
      <Fieldset.Legend>{t.accounts}</Fieldset.Legend>
      <Fieldset.HelperText>{t.accountsHint}</Fieldset.HelperText>
      {fields.map(({ id }, at) => {
        const place = formatCount(at + 1);
        return (
          <Fieldset.Root key={id} borderWidth="1px" borderRadius="l2" p="3">
            <Fieldset.Legend srOnly>{t.account({ place })}</Fieldset.Legend>
            <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
              <TextField
                label={t.number}
                autoComplete="off"
                maxLength={100}
                fontVariantNumeric="tabular-nums"
                error={errors?.[at]?.number}
                {...register(`accounts.${at}.number`)}
              />
              <TextField
                label={t.name}
                autoComplete="off"
                maxLength={40}
                error={errors?.[at]?.name}
                {...register(`accounts.${at}.name`)}
              />
              <TextField
                label={t.mostTakaADay}
                optional
                inputMode="numeric"
                autoComplete="off"
                error={errors?.[at]?.mostTakaADay}
                {...register(`accounts.${at}.mostTakaADay`)}
              />
            </SimpleGrid>
            <Flex justify="space-between" align="center" gap="3">
              <CheckboxField
                label={t.paused}
                checked={watch(`accounts.${at}.paused`)}
                onChange={(paused) => setValue(`accounts.${at}.paused`, paused, { shouldDirty: true })}
              />
              <Button variant="ghost" size="sm" aria-label={t.removeAccount({ place })} onClick={() => remove(at)}>
                <LuTrash2 aria-hidden /> {t.remove}
              </Button>
            </Flex>
          </Fieldset.Root>
        );
      })}
      {errors?.message && (
        <Text role="alert" color="fg.error" textStyle="sm">
          {fieldMessage(errors.message)}
        </Text>
      )}
      {fields.length < MOST_ACCOUNTS && (
        <Button
          variant="outline"
          size="sm"
          alignSelf="start"
          onClick={() => append({ number: '', name: '', mostTakaADay: '', paused: false })}
        >
          <LuPlus aria-hidden /> {t.addAccount}
        </Button>
      )}
    </Fieldset.Root>
  );
}
