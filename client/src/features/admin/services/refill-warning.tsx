import { Alert } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useWatch } from 'react-hook-form';
import { promisedRefill } from '#shared/promised-refill.ts';
import { serviceFactsTexts } from '../../../i18n/en/admin/service-facts.ts';
import type { ServiceForm } from './service-form.ts';

/** Warns of texts that promise a refill while the form has no refill period. */
export function RefillWarning({ form: { control } }: { form: ServiceForm }) {
  const t = useStore(serviceFactsTexts);
  const [name, description, refillDays] = useWatch({ control, name: ['name', 'description', 'refillDays'] });
  const promised = refillDays.trim() === '' ? promisedRefill(name, description) : null;
  if (!promised) return null;
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t.promisesRefill}</Alert.Title>
        <Alert.Description overflowWrap="anywhere">
          {t.promisesRefillText({ words: promised.words, count: promised.days })}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
