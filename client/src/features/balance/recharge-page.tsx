import { Box, Button, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useParams } from 'react-router-dom';
import { parseId } from '../../../../shared/parse-id.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { GetHelp } from '../../components/get-help.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Fact, Facts } from '../../components/receipt/facts.tsx';
import { PrintButton, Receipt, ReceiptSkeleton } from '../../components/receipt/receipt.tsx';
import { RechargeStatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { walletTexts } from '../../i18n/en/wallet.ts';
import { errorCodeOf } from '../../lib/errors.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { usePageMeta } from '../../lib/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { formatRate } from './format-rate.ts';

type Recharge = Outputs['balance']['recharge'];

/** One recharge: what was paid, what it gave, and what became of it. Prints as a receipt. */
export default function RechargePage() {
  const t = useStore(walletTexts);
  const id = parseId(useParams().id ?? '');
  const isId = id !== null;
  const pollMs = usePollMs();
  const query = trpc.balance.recharge.useQuery(
    { id: id ?? 0 },
    { enabled: isId, refetchInterval: ({ state }) => state.data?.status === 'pending' && pollMs },
  );
  usePageMeta(isId ? t.rechargeNumber({ id: String(id) }) : t.rechargeHeading);
  return (
    <Receipt backTo={paths.rechargeHistory} backLabel={t.rechargeHeading}>
      {query.data && <Contents recharge={query.data} />}
      {query.isLoading && <ReceiptSkeleton />}
      {(!isId || (query.isError && !query.data)) && (
        <Missing error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Receipt>
  );
}

function Contents({ recharge }: { recharge: Recharge }) {
  const t = useStore(walletTexts);
  const { id, method, reference, amountNanos, paidTaka, ratePaisa, status, reason, createdAt, decidedAt } = recharge;
  const { reversedAt, reversalReason } = recharge;
  const isRejected = status === 'rejected';
  return (
    <Box as="article" maxW="2xl">
      <PageHeading
        title={t.rechargeNumber({ id: String(id) })}
        text={
          <Flex as="span" gap="3" align="center" wrap="wrap">
            <RechargeStatusBadge recharge={recharge} /> {method}
          </Flex>
        }
      >
        <Flex gap="2" wrap="wrap" className="not-printed">
          <GetHelp about={{ rechargeId: id }} {...(isRejected && { variant: 'solid', colorPalette: 'brand' })} />
          <PrintButton />
        </Flex>
      </PageHeading>
      <Facts name={t.details} total={{ label: t.amount, value: <MoneyText nanos={amountNanos} /> }}>
        <Fact label={t.date}>
          <TimeText at={createdAt} />
        </Fact>
        <Fact label={t.method}>{method}</Fact>
        <Fact label={t.reference}>
          <Flex align="center" gap="1">
            {reference}
            <CopyButton value={reference} label={t.copyReference({ reference })} my="-2" className="not-printed" />
          </Flex>
        </Fact>
        <Fact label={t.paidTaka}>
          <MoneyText taka={paidTaka} />
        </Fact>
        <Fact label={t.rate}>{t.takaPerDollar({ rate: formatRate(ratePaisa) })}</Fact>
        {decidedAt && (
          <Fact label={t.decided}>
            <TimeText at={decidedAt} />
          </Fact>
        )}
        {reason && <Fact label={t.reason}>{reason}</Fact>}
        {reversedAt && (
          <Fact label={t.reversed}>
            <TimeText at={reversedAt} />
          </Fact>
        )}
        {reversalReason && <Fact label={t.reversedWhy}>{reversalReason}</Fact>}
      </Facts>
    </Box>
  );
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useStore(walletTexts);
  if (error && errorCodeOf(error) !== 'not_found') return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState heading title={t.rechargeNotFound} text={t.rechargeNotFoundText}>
      <Button asChild colorPalette="brand">
        <AppLink to={paths.rechargeHistory}>{t.rechargeHeading}</AppLink>
      </Button>
    </EmptyState>
  );
}
