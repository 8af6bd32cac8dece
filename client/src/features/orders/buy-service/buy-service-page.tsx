import { Field, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { parseId } from '#shared/parse-id.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { latestDraftedService, type OrderDraft } from '../../../lib/order-draft.ts';
import { useSession } from '../../../lib/session.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { ServiceCombobox } from '../service-combobox.tsx';
import { isServiceGone, type Service } from '../use-order.ts';
import { ChosenForm, UnchosenForm } from './buy-forms.tsx';
import { keepTypedOrder, moveTypedOrder, readTypedOrder } from './typed-order.ts';

/**
 * A form that orders one service, which is in the URL; without one it continues the last draft, which may be the order dialog's. Typed
 * values stay when another service is chosen.
 */
export default function BuyServicePage() {
  const t = useStore(buyServiceTexts);
  const userId = useSession().user?.id ?? 0;
  const [param, setParam] = useUrlParam('service', { replace: true });
  const serviceId = parseId(param);
  const service = trpc.services.get.useQuery(
    { id: serviceId ?? 0 },
    { enabled: serviceId !== null, staleTime: 0, refetchOnWindowFocus: true },
  );
  const [start, setStart] = useState(() => readTypedOrder(userId));
  const typed = useRef<OrderDraft>(start);
  const serviceField = useRef<HTMLInputElement>(null);
  const [isRequired, setIsRequired] = useState(false);

  const [drafted] = useState(() => (serviceId === null ? latestDraftedService(userId) : null));
  useEffect(() => {
    if (drafted !== null) setParam(String(drafted));
    // oxlint-disable-next-line react/exhaustive-deps -- Once: clearing the field must not bring the draft back.
  }, []);

  const choose = (id: number | null) => {
    moveTypedOrder(userId, typed.current, serviceId, id);
    setStart(typed.current);
    setIsRequired(false);
    setParam(id === null ? '' : String(id));
  };
  const onTyped = useCallback((values: OrderDraft) => {
    typed.current = values;
  }, []);
  const onTypedBefore = useCallback(
    (values: OrderDraft) => {
      typed.current = values;
      keepTypedOrder(userId, values);
    },
    [userId],
  );
  const isGone = isServiceGone(service.error);
  const chosen = isGone || serviceId === null ? undefined : service.data;

  return (
    <>
      <PageHeading title={t.heading} text={t.headingText} />
      <Stack gap={{ base: '4', md: '5' }}>
        <ServiceChoice
          ref={serviceField}
          serviceId={serviceId}
          chosen={chosen}
          problem={isGone ? t.gone : isRequired && serviceId === null ? t.serviceRequired : undefined}
          onChoose={choose}
        />
        {serviceId === null || isGone ? (
          <UnchosenForm
            start={start}
            onTyped={onTypedBefore}
            onChoose={({ id }) => choose(id)}
            onMissing={() => {
              setIsRequired(true);
              serviceField.current?.focus();
            }}
          />
        ) : chosen ? (
          <ChosenForm key={chosen.id} service={chosen} start={start} onTyped={onTyped} />
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
  /** Receives null when the field is emptied. */
  onChoose: (serviceId: number | null) => void;
}

/** The service, which the server searches for. */
function ServiceChoice({ ref, serviceId, chosen, problem, onChoose }: ServiceChoiceProps) {
  const t = useStore(buyServiceTexts);
  return (
    <Field.Root invalid={problem !== undefined}>
      <ServiceCombobox
        ref={ref}
        label={t.serviceName}
        serviceId={serviceId}
        chosen={chosen}
        onChoose={({ id }) => onChoose(id)}
        onClear={() => onChoose(null)}
      />
      {problem && <Field.ErrorText>{problem}</Field.ErrorText>}
    </Field.Root>
  );
}
