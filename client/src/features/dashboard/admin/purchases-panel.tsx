import { Box, Flex, Heading, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuArrowRight, LuCircleCheck, LuTriangleAlert } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { profitTexts } from '../../../i18n/en/admin/profit.ts';
import { $language } from '../../../i18n/language.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { managedOrderPath, paths } from '../../../lib/paths.ts';
import { forwardPath, supplierPath } from '../../../lib/supplier-paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';

const REFRESH_MS = 15_000;

type Attention = Outputs['admin']['reports']['attention'];

/** What of the purchases at suppliers needs a person, each with the link to act. A shop without suppliers sees nothing. */
export default function PurchasesPanel() {
  const t = useStore(profitTexts);
  const { data, error, refetch } = trpc.admin.reports.attention.useQuery(undefined, { refetchInterval: REFRESH_MS });
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.suppliers.length === 0) return null;
  const { undecided, pausedServices, stuck } = data;
  const [oldest, paused, late] = [undecided.items[0], pausedServices.items[0], stuck.items[0]];
  return (
    <Box as="section" aria-labelledby="purchases" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Flex px={padding} py="3" justify="space-between" align="center" gap="3">
        <Heading as="h2" size="md" id="purchases">
          {t.purchases}
        </Heading>
        <Flex asChild align="center" gap="1" textStyle="sm" _hover={{ textDecoration: 'underline' }}>
          <AppLink to={paths.profit}>
            {t.profit} <LuArrowRight aria-hidden />
          </AppLink>
        </Flex>
      </Flex>
      <Line
        words={undecided.count > 0 ? t.toFix({ count: undecided.count }) : t.toFixNone}
        isUrgent={undecided.count > 0}
        to={oldest ? forwardPath(oldest.id, oldest.flag === null ? 'unknown' : 'flagged') : paths.forwards}
        since={oldest?.since}
      />
      <Line
        words={pausedServices.count > 0 ? t.paused({ count: pausedServices.count }) : t.pausedNone}
        isUrgent={pausedServices.count > 0}
        to={paused ? `${paths.manageServices}?q=${paused.id}` : paths.manageServices}
        since={paused?.since}
      />
      <Line
        words={stuck.count > 0 ? t.late({ count: stuck.count }) : t.lateNone}
        isUrgent={stuck.count > 0}
        to={late ? managedOrderPath(late.orderId) : paths.manageOrders}
        since={late?.boughtAt}
      />
      {data.suppliers.map((supplier) => (
        <SupplierLine key={supplier.id} {...supplier} />
      ))}
    </Box>
  );
}

const padding = { base: '3', sm: '4', md: '5' };

interface LineProps {
  words: ReactNode;
  isUrgent: boolean;
  to: string;
  since?: string | undefined;
}

function Line({ words, isUrgent, to, since }: LineProps) {
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
        <Box color={isUrgent ? 'fg.warning' : 'fg.success'} aria-hidden flex="none">
          {isUrgent ? <LuTriangleAlert /> : <LuCircleCheck />}
        </Box>
        <Text flex="1" minW="0" color={isUrgent ? undefined : 'fg.muted'}>
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

function SupplierLine({ id, name, currency, balance, isLow, stopped, waitingFunds }: Attention['suppliers'][number]) {
  const t = useStore(profitTexts);
  useStore($language);
  const problems = [
    stopped && t.stopped,
    isLow && t.balanceLow,
    waitingFunds > 0 && t.waiting({ count: waitingFunds }),
  ].filter((problem) => problem !== false);
  return (
    <Line
      to={supplierPath(id)}
      isUrgent={problems.length > 0}
      words={
        <>
          <Span fontWeight="medium" dir="auto" overflowWrap="anywhere">
            {name}
          </Span>{' '}
          <Span color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
            {balance === null ? '–' : formatUnits(balance, currency)}
          </Span>
          {problems.length > 0 && <Span color="fg.warning"> · {problems.join(', ')}</Span>}
        </>
      }
    />
  );
}
