import { Field, Grid, NativeSelect, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type Ref, useRef, useState } from 'react';
import { parseId } from '#shared/parse-id.ts';
import { shownCategories } from '../../../components/category-icon.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { categoryTexts, commonTexts } from '../../../i18n/en/common.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { ServiceCombobox } from '../service-combobox.tsx';
import { isServiceGone, type Service } from '../use-order.ts';
import { ChosenForm, UnchosenForm } from './buy-forms.tsx';

/** A form that orders a service. The chosen service is in the URL; typed values stay when another one is chosen. */
export default function BuyServicePage() {
  const t = useStore(buyServiceTexts);
  const [param, setParam] = useUrlParam('service', { replace: true });
  const serviceId = parseId(param);
  const service = trpc.services.get.useQuery(
    { id: serviceId ?? 0 },
    { enabled: serviceId !== null, staleTime: 0, refetchOnWindowFocus: true },
  );
  const typed = useRef({ link: '', quantity: '' });
  const serviceField = useRef<HTMLInputElement>(null);
  const [isRequired, setIsRequired] = useState(false);
  const keepTyped = (values: typeof typed.current) => {
    typed.current = values;
  };
  const isGone = isServiceGone(service.error);
  const chosen = isGone || serviceId === null ? undefined : service.data;

  return (
    <>
      <PageHeading title={t.heading} text={t.headingText} />
      <Stack gap="5" maxW="2xl">
        <ServiceChoice
          ref={serviceField}
          serviceId={serviceId}
          chosen={chosen}
          problem={isGone ? t.gone : isRequired && serviceId === null ? t.serviceRequired : undefined}
          onChoose={(id) => setParam(String(id))}
        />
        {serviceId === null || isGone ? (
          <UnchosenForm
            start={typed.current}
            onTyped={keepTyped}
            onMissing={() => {
              setIsRequired(true);
              serviceField.current?.focus();
            }}
          />
        ) : chosen ? (
          <ChosenForm key={chosen.id} service={chosen} start={typed.current} onTyped={keepTyped} />
        ) : service.isError ? (
          <ErrorState error={service.error} onRetry={() => void service.refetch()} />
        ) : (
          <LoadingStack heights={['16', '16', '16']} />
        )}
      </Stack>
    </>
  );
}

interface ServiceChoiceProps {
  /** The field of the service. */
  ref: Ref<HTMLInputElement>;
  /** Null until one is chosen. */
  serviceId: number | null;
  /** The chosen service, while it is on sale. */
  chosen: Service | undefined;
  /** An error of the choice. */
  problem: string | undefined;
  onChoose: (serviceId: number) => void;
}

/** A category, and a service in it, which the server searches for by name. */
function ServiceChoice({ ref, serviceId, chosen, problem, onChoose }: ServiceChoiceProps) {
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
