import { Box, Link, Skeleton, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { decimalFromNanos, type Taka } from '#shared/money.ts';
import { hasSteps } from '#shared/payment-methods.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { paymentTexts } from '../../i18n/en/payment.ts';
import { paths } from '../../lib/paths.ts';
import { directClient, trpc } from '../../lib/trpc.ts';
import { OpeningHours } from './opening-hours.tsx';
import { PaymentFigures } from './payment-figures.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { PendingLimit } from './pending-limit.tsx';
import { keepTypedDraft, type RechargeDraft, readRechargeDraft } from './recharge-draft.ts';
import { RecipientCode } from './recipient-code.tsx';
import { VerifyForm } from './verify-form.tsx';

/** How to send the money, and the field for the transaction ID. Without a choice it redirects to Add Balance. */
export default function PaymentPage() {
  const t = useStore(paymentTexts);
  const location = useLocation();
  const [draft, setDraft] = useState(() => readRechargeDraft(location.state));
  if (!draft) return <Navigate replace to={paths.addBalance} />;

  const showTotal = (totalTaka: Taka) => {
    setDraft({ ...draft, totalTaka });
    keepTypedDraft({ method: draft.method, amount: decimalFromNanos(draft.amountNanos), total: totalTaka });
  };
  return (
    <>
      <PageHeading
        title={t.heading}
        text={
          <>
            {t.headingText}{' '}
            <Link asChild variant="underline">
              <AppLink to={paths.addBalance}>{t.changeAmount}</AppLink>
            </Link>
          </>
        }
      />
      <PendingLimit />
      <Content draft={draft} showTotal={showTotal} />
    </>
  );
}

function Content({ draft, showTotal }: { draft: RechargeDraft; showTotal: (totalTaka: Taka) => void }) {
  const { data, error, isPending, refetch } = trpc.balance.methods.useQuery();
  const { method: methodName, amountNanos } = draft;
  const method = data?.methods.find(({ name }) => name === methodName);
  const recipient = method?.recipient;
  useEffect(() => {
    // The number that is displayed stays this payment's. Without an answer the one in use counts, so nothing waits for it.
    if (recipient !== undefined)
      void directClient.balance.begin.mutate({ method: methodName, amountNanos }).catch(() => undefined);
  }, [recipient, methodName, amountNanos]);
  if (isPending) return <PaymentSkeleton />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!method) return <Navigate replace to={paths.addBalance} />;
  return (
    <Box {...columns}>
      <Box {...card} alignSelf="start" w="full">
        <PaymentFigures method={method} draft={draft} />
      </Box>
      <Box {...card} p={{ base: '4', md: '6' }} gridRow="span 2" alignSelf="start" w="full">
        {hasSteps(method.kind) ? (
          <PaymentSteps method={method} amount={String(draft.totalTaka)} />
        ) : (
          <RecipientCode method={method} />
        )}
      </Box>
      <Box data-staying-foot {...bar}>
        <VerifyForm draft={draft} showTotal={showTotal} />
        <OpeningHours mt="2" hideBelow="lg" />
      </Box>
    </Box>
  );
}

/** Figures, steps, then the field that they lead to; on a wide screen the steps stand beside both. */
const columns = {
  display: { base: 'flex', lg: 'grid' },
  flexDirection: 'column',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gridTemplateRows: 'auto 1fr',
  gap: { base: '4', md: '6' },
} as const;

/** On narrow screens the field stays at the bottom: a customer who has already paid finds it without scrolling past the steps. */
const bar = {
  position: { base: 'sticky', lg: 'static' },
  bottom: 'var(--bottom-bar)',
  zIndex: { base: 'docked', lg: 'auto' },
  alignSelf: { lg: 'start' },
  w: { lg: 'full' },
  mx: { base: '-4', md: '-6', lg: '0' },
  px: { base: '4', md: '6' },
  py: { base: '2.5', lg: '5' },
  bg: 'bg',
  borderTopWidth: '1px',
  borderWidth: { lg: '1px' },
  borderRadius: { lg: 'l3' },
} as const;

const card = { borderWidth: '1px', borderRadius: 'l3', overflow: 'hidden' };

function PaymentSkeleton() {
  const t = useStore(paymentTexts);
  return (
    <Box {...columns} aria-busy>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      <Skeleton h="80" borderRadius="l3" />
      <Skeleton h="80" borderRadius="l3" gridRow="span 2" />
    </Box>
  );
}
