import { Button, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { drops } from '#shared/facts.ts';
import { readFactFields } from '#shared/market/read-fact-fields.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { CountField } from '../../../components/count-field.tsx';
import { CheckboxField, TextField } from '../../../components/fields.tsx';
import { dropTexts, serviceFactsTexts } from '../../../i18n/en/admin/service-facts.ts';
import { startOptions } from './fact-words.ts';
import { QualityChips } from './quality-chips.tsx';
import { type ServiceForm, type TypedService, typedFactsOf } from './service-form.ts';

/** What a service promises beside its limits: typed, or read from its texts with one press. */
export function FactsFields({ form }: { form: ServiceForm }) {
  const t = useStore(serviceFactsTexts);
  const words = useStore(dropTexts);
  const { register, control, formState, watch } = form;
  const { errors } = formState;
  return (
    <Stack as="fieldset" gap="3" borderWidth="1px" borderRadius="l2" p="4">
      <Text as="legend" px="1" textStyle="sm" fontWeight="medium">
        {t.facts}
      </Text>
      <Text textStyle="sm" color="fg.muted">
        {t.factsHint}
      </Text>
      <AsRead form={form} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <ChoiceField
          label={t.start}
          error={errors.startMinutes}
          options={startOptions(watch('startMinutes'))}
          {...register('startMinutes')}
        />
        <CountField form={form} name="speedPerDay" label={t.speed} optional hint={t.speedHint} />
        <TextField
          label={t.country}
          optional
          hint={t.countryHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={2}
          error={errors.country}
          {...register('country')}
        />
        <TextField
          label={t.kind}
          optional
          hint={t.kindHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={errors.kind}
          {...register('kind')}
        />
        <ChoiceField
          label={t.drop}
          error={errors.drop}
          options={[['', t.notSaid], ...drops.map((drop) => [drop, words[drop]] as const)]}
          {...register('drop')}
        />
      </SimpleGrid>
      <Controller
        control={control}
        name="quality"
        render={({ field: { value, onChange } }) => <QualityChips typed={value} onChange={onChange} />}
      />
      <Controller
        control={control}
        name="autoRefill"
        render={({ field: { value, onChange } }) => (
          <CheckboxField label={t.autoRefill} checked={value} onChange={onChange} />
        )}
      />
    </Stack>
  );
}

/** Fills the fields, and the refill period, with what the texts say. What they do not say stays. */
function AsRead({ form: { getValues, setValue } }: { form: ServiceForm }) {
  const t = useStore(serviceFactsTexts);
  const [count, setCount] = useState<number>();
  const fill = () => {
    const { name, description, kind } = getValues();
    const { refillDays, ...facts } = readFactFields(name, description, kind || undefined);
    const all: Partial<TypedService> = typedFactsOf(facts);
    const read: Partial<TypedService> = {
      ...Object.fromEntries(Object.keys(facts).map((fact) => [fact, all[fact as keyof TypedService]])),
      ...(refillDays !== undefined && { refillDays: String(refillDays ?? '') }),
    };
    for (const [field, value] of Object.entries(read))
      setValue(field as keyof TypedService, value, { shouldDirty: true, shouldValidate: true });
    setCount(Object.keys(read).length);
  };
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Button size="sm" variant="outline" onClick={fill}>
        {t.asRead}
      </Button>
      <Text textStyle="sm" color="fg.muted" aria-live="polite">
        {count !== undefined && (count > 0 ? t.asReadDone : t.asReadNone)}
      </Text>
    </Flex>
  );
}
