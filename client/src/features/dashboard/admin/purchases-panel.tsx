import { Box, Flex, Heading, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuArrowRight, LuCircleCheck, LuTriangleAlert } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { purchaseTexts } from '../../../i18n/en/admin/purchases.ts';
import { $language } from '../../../i18n/language.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { managedOrderPath, paths } from '../../../lib/paths.ts';
import { forwardPath, supplierPath } from '../../../lib/supplier-paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';

const REFRESH_MS = 15_000;

type Attention = Outputs['admin']['reports']['attention'];

/** What of the purchases at suppliers needs a person. */
export function useAttention() {
  return trpc.admin.reports.attention.useQuery(undefined, { refetchInterval: REFRESH_MS });
}

/** The lines that need an admin, each with the link to act; renders nothing if there are none. */
export function UrgentPurchases({ attention }: { attention: Attention }) {
  const t = useStore(purchaseTexts);
  return <Panel heading={t.urgent} id="urgent-purchases" lines={useLines(attention).filter(isUrgent)} />;
}

/** The other lines. A shop without suppliers has none. */
export function PurchasesPanel({ attention }: { attention: Attention }) {
  const t = useStore(purchaseTexts);
  return <Panel heading={t.purchases} id="purchases" lines={useLines(attention).filter((line) => !isUrgent(line))} />;
}

const isUrgent = (line: LineProps) => line.isUrgent;

function Panel({ heading, id, lines }: { heading: string; id: string; lines: LineProps[] }) {
  const t = useStore(purchaseTexts);
  if (lines.length === 0) return null;
  return (
    <Box as="section" aria-labelledby={id} borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Flex px={padding} py="3" justify="space-between" align="center" gap="3">
        <Heading as="h2" size="md" id={id}>
          {heading}
        </Heading>
        <Flex asChild align="center" gap="1" textStyle="sm" _hover={{ textDecoration: 'underline' }}>
          <AppLink to={paths.profit}>
            {t.profit} <LuArrowRight aria-hidden />
          </AppLink>
        </Flex>
      </Flex>
      {lines.map((line) => (
        <Line key={line.id} {...line} />
      ))}
    </Box>
  );
}

function useLines({ undecided, pausedServices, stuck, suppliers }: Attention): LineProps[] {
  const t = useStore(purchaseTexts);
  if (suppliers.length === 0) return [];
  const [oldest, paused, late] = [undecided.items[0], pausedServices.items[0], stuck.items[0]];
  return [
    {
      id: 'undecided',
      words: undecided.count > 0 ? t.toFix({ count: undecided.count }) : t.toFixNone,
      isUrgent: undecided.count > 0,
      to: oldest ? forwardPath(oldest.id, oldest.flag === null ? 'unknown' : 'flagged') : paths.forwards,
      since: oldest?.since,
    },
    {
      id: 'paused',
      words: pausedServices.count > 0 ? t.paused({ count: pausedServices.count }) : t.pausedNone,
      isUrgent: pausedServices.count > 0,
      to: paused ? `${paths.manageServices}?q=${paused.id}` : paths.manageServices,
      since: paused?.since,
    },
    {
      id: 'stuck',
      words: stuck.count > 0 ? t.late({ count: stuck.count }) : t.lateNone,
      isUrgent: stuck.count > 0,
      to: late ? managedOrderPath(late.orderId) : paths.manageOrders,
      since: late?.boughtAt,
    },
    ...suppliers.map((supplier) => {
      const problems = problemsOf(supplier);
      return {
        id: `supplier ${supplier.id}`,
        words: <SupplierWords {...supplier} problems={problems} />,
        isUrgent: problems.length > 0,
        to: supplierPath(supplier.id),
      };
    }),
  ];
}

type Supplier = Attention['suppliers'][number];

function problemsOf({ stopped, isLow, waitingFunds }: Supplier): string[] {
  const t = purchaseTexts.get();
  return [
    ...(stopped ? [t.stopped] : []),
    ...(isLow ? [t.balanceLow] : []),
    ...(waitingFunds > 0 ? [t.waiting({ count: waitingFunds })] : []),
  ];
}

function SupplierWords({ name, balance, currency, problems }: Supplier & { problems: string[] }) {
  useStore($language);
  return (
    <>
      <Span fontWeight="medium" dir="auto" overflowWrap="anywhere">
        {name}
      </Span>{' '}
      <Span color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {balance === null ? '–' : formatUnits(balance, currency)}
      </Span>
      {problems.length > 0 && <Span color="fg.warning"> · {problems.join(', ')}</Span>}
    </>
  );
}

const padding = { base: '3', sm: '4', md: '5' };

interface LineProps {
  id: string;
  words: ReactNode;
  isUrgent: boolean;
  to: string;
  since?: string | undefined;
}

function Line({ words, isUrgent: isWarning, to, since }: LineProps) {
  return (
    <Flex
      asChild
      borderTopWidth="1px"
      minH="13"
      align="center"
      gap={{ base: '2', lg: '3' }}
      px={padding}
      py="3"
      _hover={{ bg: 'bg.subtle' }}
      focusVisibleRing="inside"
    >
      <AppLink to={to}>
        <Box color={isWarning ? 'fg.warning' : 'fg.success'} aria-hidden flex="none">
          {isWarning ? <LuTriangleAlert /> : <LuCircleCheck />}
        </Box>
        <Text flex="1" minW="0" color={isWarning ? undefined : 'fg.muted'}>
          {words}
        </Text>
        {since && (
          <Span textStyle="sm" whiteSpace="nowrap">
            <Ago at={since} />
          </Span>
        )}
        <LuArrowRight aria-hidden />
      </AppLink>
    </Flex>
  );
}
