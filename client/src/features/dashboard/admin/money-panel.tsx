import { Box, Flex, Grid, Heading, Skeleton, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { keepPreviousData } from '@tanstack/react-query';
import type { MoneySum } from '#shared/money-sum.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { formatExactSum } from '../../../lib/money.ts';
import { paths } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { MoneyRangeChoice } from './money-range-choice.tsx';
import { useMoneyRange } from './use-money-range.ts';

const REFRESH_MS = 15_000;

/** All money movements, today and in a range, between the debt before and the debt after. */
export function MoneyPanel() {
  const t = useStore(shopTexts);
  const { range, days, input, period, choose } = useMoneyRange();
  const { data, error, refetch } = trpc.admin.money.useQuery(input, {
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <Box as="section" aria-labelledby="money">
      <Flex gap="3" mb="3" justify="space-between" align="center" wrap="wrap">
        <Heading as="h2" size="md" id="money">
          {t.money}
        </Heading>
        <MoneyRangeChoice range={range} days={days} onChoose={choose} />
      </Flex>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Cells money={data} period={period} />
      )}
    </Box>
  );
}

type Money = Outputs['admin']['money'];

/** The kinds of movement with links to their rows. Debt before + received − paid out = debt after. */
const moved = [
  { figure: 'received', sign: '+', to: `${paths.manageRecharges}?status=approved` },
  { figure: 'given', sign: '+', to: `${paths.audit}?action=user.giveBalance` },
  { figure: 'refunded', sign: '+', to: `${paths.manageOrders}?status=rejected` },
  { figure: 'charged', sign: '−', to: `${paths.manageOrders}?status=all` },
  { figure: 'takenBack', sign: '−', to: `${paths.audit}?action=user.giveBalance` },
  { figure: 'reversed', sign: '−', to: `${paths.audit}?action=recharge.reverse` },
] as const;

interface CellsProps {
  money: Money | undefined;
  period: { from?: string; to?: string };
}

function Cells({ money, period }: CellsProps) {
  const t = useStore(shopTexts);
  const within = new URLSearchParams(period).toString();
  const owedNote = (shown: Money) =>
    period.to
      ? t.owedNow({ sum: formatExactSum(shown.owed) })
      : t.everReceived({ sum: formatExactSum(shown.ever.received) });
  return (
    <Grid
      templateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }}
      borderWidth="1px"
      borderRadius="l3"
      overflow="hidden"
      // The lines between the cells, for any number of columns.
      gap="1px"
      bg="border"
      fontVariantNumeric="tabular-nums"
    >
      <Cell label={t.owedBefore} value={money?.owedBefore} to={paths.manageUsers} />
      {moved.map(({ figure, sign, to }) => (
        <Cell
          key={figure}
          label={t[figure]}
          sign={sign}
          value={money?.range[figure]}
          note={money && t.sumToday({ sum: formatExactSum(money.today[figure]) })}
          to={within ? `${to}&${within}` : to}
        />
      ))}
      <Cell label={t.owed} value={money?.owedAfter} note={money && owedNote(money)} to={paths.manageUsers} />
    </Grid>
  );
}

interface CellProps {
  label: string;
  /** Before a value that is not zero. */
  sign?: '+' | '−' | '';
  value: MoneySum | undefined;
  /** In small print below the value. */
  note?: string | undefined;
  to: string;
}

/** A cell keeps its height while its figure loads. */
function Cell({ label, sign = '', value, note, to }: CellProps) {
  return (
    <Flex
      asChild
      direction="column"
      gap="1"
      minW="0"
      bg="bg"
      px={{ base: '3', sm: '4', md: '5' }}
      py="4"
      _hover={{ bg: 'bg.subtle' }}
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      <AppLink to={to}>
        <Text color="fg.muted" textStyle="sm">
          {label}
        </Text>
        {value === undefined ? <Skeleton h="8" w="70%" /> : <ExactSum sign={value === '0' ? '' : sign} value={value} />}
        {value === undefined ? (
          <Skeleton h="5" w="50%" />
        ) : (
          <Text textStyle="sm" lineHeight="1.25rem" color="fg.muted" overflowWrap="anywhere">
            {note}
          </Text>
        )}
      </AppLink>
    </Flex>
  );
}

/** All digits, so that the row adds up; those after the cents are less prominent. */
function ExactSum({ sign, value }: { sign: string; value: MoneySum }) {
  const digits = formatExactSum(value);
  const endOfCents = digits.indexOf('.') + 3;
  return (
    <Text
      fontSize={{ base: 'lg', sm: 'xl', md: '2xl' }}
      lineHeight="2rem"
      fontWeight="semibold"
      overflowWrap="anywhere"
    >
      {sign}
      {digits.slice(0, endOfCents)}
      <Span textStyle="sm" fontWeight="normal" color="fg.muted">
        {digits.slice(endOfCents)}
      </Span>
    </Text>
  );
}
