import { Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { parseId } from '../../../../../shared/parse-id.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { errorCodeOf } from '../../../lib/errors.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { ChosenForm, UnchosenForm } from './buy-forms.tsx';
import { ServiceChoice } from './service-choice.tsx';

/** Orders a service by a form. The chosen service is in the URL; typed values stay when another one is chosen. */
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
  const isGone = service.error !== null && ['service_not_found', 'not_found'].includes(errorCodeOf(service.error));
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
