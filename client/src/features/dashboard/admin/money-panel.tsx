import { Box, Flex, Grid, Heading, Skeleton, Text } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { formatSum, type MoneySum } from '../../../../../shared/money-sum.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { paths } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { MoneyRangeChoice } from './money-range-choice.tsx';
import { useMoneyRange } from './use-money-range.ts';

const REFRESH_MS = 15_000;

/** What came in, was charged and given back, today and in a range, and what the shop owes: an admin's first line. */
export function MoneyPanel() {
  const { range, days, input, period, choose } = useMoneyRange();
  const { data, error, refetch } = trpc.admin.money.useQuery(input, {
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <Box as="section" aria-labelledby="money">
      <Flex gap="3" mb="3" justify="space-between" align="center" wrap="wrap">
        <Heading as="h2" size="md" id="money">
          Money
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

/** The figures that have a value today beside that of the range, with where their rows are. */
const moved = [
  { figure: 'received', label: 'Received', to: `${paths.manageRecharges}?status=approved` },
  { figure: 'charged', label: 'Charged', to: `${paths.manageOrders}?status=all` },
  { figure: 'refunded', label: 'Refunded', to: `${paths.manageOrders}?status=rejected` },
] as const;

interface CellsProps {
  money: Money | undefined;
  period: { from?: string; to?: string };
}

function Cells({ money, period }: CellsProps) {
  const within = new URLSearchParams(period).toString();
  return (
    <Grid
      templateColumns={{ base: '1fr 1fr', xl: 'repeat(4, 1fr)' }}
      borderWidth="1px"
      borderRadius="l3"
      overflow="hidden"
      // The lines between the cells, however many stand beside each other.
      gap="1px"
      bg="border"
      fontVariantNumeric="tabular-nums"
    >
      {moved.map(({ figure, label, to }) => (
        <Cell
          key={figure}
          label={label}
          value={money?.range[figure]}
          note={money && `${formatSum(money.today[figure])} today`}
          to={within ? `${to}&${within}` : to}
        />
      ))}
      <Cell
        label="Owed to customers"
        value={money?.owed}
        note={money && `of ${formatSum(money.ever.received)} ever received`}
        to={paths.manageUsers}
      />
    </Grid>
  );
}

interface CellProps {
  label: string;
  value: MoneySum | undefined;
  /** In small print below the value. */
  note: string | undefined;
  to: string;
}

/** Every cell keeps its height while its figure is on its way. */
function Cell({ label, value, note, to }: CellProps) {
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
        {value === undefined ? (
          <Skeleton h="8" w="70%" />
        ) : (
          <Text
            fontSize={{ base: 'lg', sm: 'xl', md: '2xl' }}
            lineHeight="2rem"
            fontWeight="semibold"
            whiteSpace="nowrap"
          >
            {formatSum(value)}
          </Text>
        )}
        {note === undefined ? (
          <Skeleton h="5" w="50%" />
        ) : (
          <Text textStyle="sm" lineHeight="1.25rem" color="fg.muted">
            {note}
          </Text>
        )}
      </AppLink>
    </Flex>
  );
}
