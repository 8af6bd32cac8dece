import { Field, Grid, NativeSelect } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { Ref } from 'react';
import { shownCategories } from '../../../components/category-icon.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { categoryTexts, commonTexts } from '../../../i18n/en/common.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { ServiceCombobox } from '../service-combobox.tsx';

interface ServiceChoiceProps {
  /** The field of the service. */
  ref: Ref<HTMLInputElement>;
  /** Null until one is chosen. */
  serviceId: number | null;
  /** The chosen service, while it is on sale. */
  chosen: Outputs['services']['get'] | undefined;
  /** An error of the choice. */
  problem: string | undefined;
  onChoose: (serviceId: number) => void;
}

/** A category, and within it a service that is searched for on the server as its name is typed. */
export function ServiceChoice({ ref, serviceId, chosen, problem, onChoose }: ServiceChoiceProps) {
  const t = useStore(buyServiceTexts);
  const [category, setCategory] = useUrlParam('category', { replace: true });
  const within = oneOf(category, shownCategories);
  return (
    <Grid templateColumns={{ base: '1fr', sm: '12rem 1fr' }} gap="4" alignItems="start">
      <CategorySelect value={within ?? ''} onChange={setCategory} />
      <Field.Root invalid={problem !== undefined}>
        <ServiceCombobox
          ref={ref}
          label={t.serviceName}
          category={within}
          serviceId={serviceId}
          chosen={chosen}
          onChoose={({ id }) => onChoose(id)}
        />
        {problem && <Field.ErrorText>{problem}</Field.ErrorText>}
      </Field.Root>
    </Grid>
  );
}

function CategorySelect({ value, onChange }: { value: string; onChange: (category: string) => void }) {
  const t = useStore(buyServiceTexts);
  const { all } = useStore(commonTexts);
  const names = useStore(categoryTexts);
  return (
    <Field.Root>
      <Field.Label>{t.category}</Field.Label>
      <NativeSelect.Root>
        <NativeSelect.Field value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{all}</option>
          {shownCategories.map((each) => (
            <option key={each} value={each}>
              {names[each]}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}
