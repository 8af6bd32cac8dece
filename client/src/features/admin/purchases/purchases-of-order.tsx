import { Box, Link, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { purchasePath, supplierPath } from '../../../lib/supplier-paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { AsWritten } from '../as-written.tsx';
import { DetailsFacts, DetailsSection } from '../review-queue/details-parts.tsx';
import { costInFull } from './forward.ts';
import { ForwardAttempts, ForwardEvents } from './forward-history.tsx';
import { StateAndReason } from './forward-state.tsx';

type Purchase = Outputs['admin']['orders']['get']['purchases'][number];

/** Where an order was bought, for how much, and every attempt with its bytes; the newest purchase on top. */
export default function PurchasesOfOrder({ purchases }: { purchases: readonly Purchase[] }) {
  const t = useStore(forwardTexts);
  return (
    <DetailsSection title={t.boughtAt}>
      {purchases.map((purchase) => (
        <PurchaseOfOrder key={purchase.id} purchase={purchase} />
      ))}
    </DetailsSection>
  );
}

function PurchaseOfOrder({ purchase }: { purchase: Purchase }) {
  const t = useStore(forwardTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack borderWidth="1px" borderRadius="l2" p="4" gap="3">
      <DetailsFacts facts={factsOf(purchase)} />
      <Link asChild variant="underline" textStyle="sm" alignSelf="start">
        <AppLink to={purchasePath(purchase.id)}>{t.title({ id: String(purchase.orderId) })}</AppLink>
      </Link>
      <Box as="details" onToggle={({ currentTarget }) => setOpen(currentTarget.hasAttribute('open'))}>
        <Box as="summary" cursor="pointer" py="1" textStyle="sm" fontWeight="medium">
          {t.attemptCount({ count: purchase.attempts })}
        </Box>
        {isOpen && <History id={purchase.id} />}
      </Box>
    </Stack>
  );
}

function History({ id }: { id: number }) {
  const { data, error, refetch } = trpc.admin.forwards.get.useQuery({ id });
  if (data) {
    return (
      <Stack gap="4" pt="3">
        <ForwardAttempts attempts={data.attemptCalls} />
        <ForwardEvents events={data.events} />
      </Stack>
    );
  }
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingStack heights={['6rem']} />;
}

function factsOf(purchase: Purchase) {
  const t = forwardTexts.get();
  const { supplierId, supplierName, externalOrderId, acceptedAt, supplierStatus } = purchase;
  return [
    { label: t.state, value: <StateAndReason forward={purchase} /> },
    {
      label: t.supplier,
      value:
        supplierId === null || supplierName === null ? (
          t.notYet
        ) : (
          <Link asChild variant="underline">
            <AppLink to={supplierPath(supplierId)}>
              <AsWritten>{supplierName}</AsWritten>
            </AppLink>
          </Link>
        ),
    },
    ...(externalOrderId ? [{ label: t.number, value: <AsWritten>{externalOrderId}</AsWritten> }] : []),
    { label: t.cost, value: costInFull(purchase) },
    ...(supplierStatus ? [{ label: t.supplierStatus, value: <AsWritten>{supplierStatus}</AsWritten> }] : []),
    ...(acceptedAt ? [{ label: t.accepted, value: <TimeText at={acceptedAt} /> }] : []),
  ];
}
