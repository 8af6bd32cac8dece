import { Box, Flex, Grid, Heading } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useParams } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { GetHelp } from '../../components/get-help.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Fact, Facts, PrintButton, Receipt } from '../../components/receipt/receipt.tsx';
import { RechargeStatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { rechargeProgressTexts, walletTexts } from '../../i18n/en/wallet.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { formatDollars, formatTaka } from '../../lib/money.ts';
import { usePageMeta } from '../../lib/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { formatRate } from './format-rate.ts';
import { RechargeProgress } from './recharge-progress.tsx';
import { RechargeTimeline } from './recharge-timeline.tsx';

type Recharge = Outputs['balance']['recharge'];

/** One recharge: payment, amount and status. Prints as a receipt. */
export default function RechargePage() {
  const t = useStore(walletTexts);
  const id = parseId(useParams().id ?? '');
  const isId = id !== null;
  const pollMs = usePollMs();
  const query = trpc.balance.recharge.useQuery(
    { id: id ?? 0 },
    { enabled: isId, refetchInterval: ({ state }) => isUnderWay(state.data) && pollMs },
  );
  usePageMeta(isId ? t.rechargeNumber({ id: String(id) }) : t.rechargeHeading);
  return (
    <Receipt
      query={query}
      list={{ to: paths.rechargeHistory, label: t.rechargeHeading }}
      notFound={{ title: t.rechargeNotFound, text: t.rechargeNotFoundText, label: t.rechargeHeading }}
    >
      {(recharge) => <Contents recharge={recharge} />}
    </Receipt>
  );
}

const isUnderWay = (recharge?: Recharge) => recharge?.status === 'pending' || recharge?.thenOrder?.state === 'waiting';

function Contents({ recharge }: { recharge: Recharge }) {
  const t = useStore(walletTexts);
  const { id, method, status } = recharge;
  const isRejected = status === 'rejected';
  return (
    <Box as="article">
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
      {(status === 'pending' || recharge.thenOrder) && <RechargeProgress recharge={recharge} />}
      <Grid templateColumns={{ base: '1fr', lg: '3fr 2fr' }} gap="6" alignItems="start">
        <RechargeFacts recharge={recharge} />
        <Box as="section" aria-labelledby="timeline" borderWidth="1px" borderRadius="l2" p={{ base: '4', md: '5' }}>
          <Heading as="h2" id="timeline" size="md" mb="5">
            {t.timeline}
          </Heading>
          <RechargeTimeline recharge={recharge} />
        </Box>
      </Grid>
    </Box>
  );
}

function RechargeFacts({ recharge }: { recharge: Recharge }) {
  const t = useStore(walletTexts);
  const { asked: askedLabel, askedFor } = useStore(rechargeProgressTexts);
  const { method, reference, amountNanos, paidTaka, ratePaisa, createdAt, asked } = recharge;
  return (
    <Facts name={t.details} total={{ label: t.amount, value: <MoneyText nanos={amountNanos} /> }}>
      <Fact label={t.date}>
        <TimeText at={createdAt} />
      </Fact>
      <Fact label={t.method}>{method}</Fact>
      <Fact label={t.reference}>
        <Flex align="center" gap="1">
          <span translate="no">{reference}</span>
          <CopyButton value={reference} label={t.copyReference({ reference })} my="-2" className="not-printed" />
        </Flex>
      </Fact>
      <Fact label={t.paidTaka}>
        <MoneyText taka={paidTaka} />
      </Fact>
      {asked.amountNanos !== amountNanos && (
        <Fact label={askedLabel}>
          {askedFor({ amount: formatDollars(asked.amountNanos), taka: formatTaka(asked.paidTaka) })}
        </Fact>
      )}
      <Fact label={t.rate}>{t.takaPerDollar({ rate: formatRate(ratePaisa) })}</Fact>
    </Facts>
  );
}
