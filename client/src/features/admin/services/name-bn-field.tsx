import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { MAX_NAME_LENGTH } from '#shared/services.ts';
import { TextField } from '../../../components/fields.tsx';
import { serviceFactsTexts } from '../../../i18n/en/admin/service-facts.ts';
import type { ServiceForm } from './service-form.ts';

/** The Bengali name, which the words of the English one propose. */
export function NameBnField({ form }: { form: ServiceForm }) {
  const t = useStore(serviceFactsTexts);
  const [isUnknown, setUnknown] = useState(false);
  const { register, formState, getValues, setValue } = form;
  const suggest = async () => {
    const { proposeBengaliName } = await import('#shared/market/bengali.ts');
    const proposal = proposeBengaliName(getValues('name'));
    setUnknown(proposal === null);
    if (proposal !== null) setValue('nameBn', proposal, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Stack gap="2">
      <TextField
        label={t.nameBn}
        optional
        hint={t.nameBnHint}
        autoComplete="off"
        lang="bn"
        maxLength={MAX_NAME_LENGTH}
        error={formState.errors.nameBn}
        {...register('nameBn')}
      />
      <Flex gap="3" align="center" wrap="wrap">
        <Button size="xs" variant="outline" onClick={() => void suggest()}>
          {t.suggest}
        </Button>
        <Text textStyle="sm" color="fg.muted" aria-live="polite">
          {isUnknown && t.nameBnNone}
        </Text>
      </Flex>
    </Stack>
  );
}
