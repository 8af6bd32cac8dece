import { Box, Flex, Heading, Link, Skeleton, Table, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { keepPreviousData } from '@tanstack/react-query';
import { addSums, type MoneySum, moneySum } from '#shared/money-sum.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { formatSum } from '../../../lib/money.ts';
import { paths } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import type { useMoneyRange } from './use-money-range.ts';

const REFRESH_MS = 15_000;

type Money = Outputs['admin']['money'];

/** The kinds of movement with links to their rows. Debt before + incoming − outgoing = debt after. */
const moved = [
  { figure: 'received', sign: '+', to: `${paths.manageRecharges}?status=approved` },
  { figure: 'given', sign: '+', to: `${paths.audit}?action=user.giveBalance` },
  { figure: 'refunded', sign: '+', to: `${paths.manageOrders}?status=rejected` },
  { figure: 'charged', sign: '−', to: `${paths.manageOrders}?status=all` },
  { figure: 'takenBack', sign: '−', to: `${paths.audit}?action=user.giveBalance` },
  { figure: 'reversed', sign: '−', to: `${paths.audit}?action=recharge.reverse` },
] as const;

type MoneyStatementProps = Pick<ReturnType<typeof useMoneyRange>, 'range' | 'input' | 'period' | 'name'>;

/** All money movements as a statement, in a range and today: from the debt before to the debt after, to the last digit. */
export function MoneyStatement({ range, input, period, name }: MoneyStatementProps) {
  const t = useStore(shopTexts);
  const { data, error, refetch } = trpc.admin.money.useQuery(input, {
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const within = new URLSearchParams(period).toString();
  const dated = (to: string) => (within ? `${to}&${within}` : to);
  /** Today is a column of its own, unless it is the range. */
  const hasToday = range !== 'today';
  return (
    <Box as="section" aria-labelledby="money" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Flex px={{ base: '3', sm: '4', md: '5' }} py="3" gap="3" justify="space-between" align="baseline" wrap="wrap">
        <Heading as="h2" size="md" id="money">
          {t.money}
        </Heading>
        <Text textStyle="sm" color="fg.muted">
          {data && noteOf(data)}
        </Text>
      </Flex>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table.Root size="sm" aria-labelledby="money" fontVariantNumeric="tabular-nums">
          <Table.Header>
            <Table.Row bg="transparent">
              <Table.ColumnHeader {...firstCell}>{t.movement}</Table.ColumnHeader>
              {hasToday && (
                <Table.ColumnHeader textAlign="end" hideBelow="sm">
                  {t.today}
                </Table.ColumnHeader>
              )}
              <Table.ColumnHeader {...lastCell}>{name}</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            <Line
              label={t.owedBefore}
              to={paths.manageUsers}
              today={hasToday && data && owedBeforeToday(data)}
              range={data?.owedBefore}
            />
            {moved.map(({ figure, sign, to }) => (
              <Line
                key={figure}
                label={t[figure]}
                to={dated(to)}
                sign={sign}
                today={hasToday && data?.today[figure]}
                range={data?.range[figure]}
              />
            ))}
            <Line
              isTotal
              label={t.owed}
              to={paths.manageUsers}
              today={hasToday && data?.owed}
              range={data?.owedAfter}
            />
          </Table.Body>
        </Table.Root>
      )}
    </Box>
  );

  function noteOf({ owed, ever }: Money): string {
    return period.to ? t.owedNow({ sum: formatSum(owed) }) : t.everReceived({ sum: formatSum(ever.received) });
  }
}

/** What was owed when today began. */
function owedBeforeToday({ owed, today }: Money): MoneySum {
  const outgoing = [today.charged, today.takenBack, today.reversed];
  const incoming = [today.received, today.given, today.refunded].map((sum) => moneySum(-BigInt(sum)));
  return addSums([owed, ...outgoing, ...incoming]);
}

interface LineProps {
  label: string;
  /** The rows behind the figure. */
  to: string;
  /** In front of a sum that is not zero. */
  sign?: '+' | '−';
  /** False for no column. */
  today: MoneySum | false | undefined;
  range: MoneySum | undefined;
  isTotal?: boolean;
}

function Line({ label, to, sign, today, range, isTotal = false }: LineProps) {
  return (
    <Table.Row
      bg={isTotal ? 'bg.subtle' : 'transparent'}
      fontWeight={isTotal ? 'semibold' : undefined}
      css={isTotal ? { '& > *': { borderBottomWidth: 0 } } : undefined}
    >
      <Table.ColumnHeader scope="row" {...firstCell} fontWeight="inherit">
        <Link asChild variant="plain" minH="6">
          <AppLink to={to}>{label}</AppLink>
        </Link>
      </Table.ColumnHeader>
      {today !== false && (
        <Table.Cell textAlign="end" hideBelow="sm">
          <Sum sign={sign} value={today} />
        </Table.Cell>
      )}
      <Table.Cell {...lastCell}>
        <Sum sign={sign} value={range} />
      </Table.Cell>
    </Table.Row>
  );
}

function Sum({ sign = '', value }: { sign?: string | undefined; value: MoneySum | undefined }) {
  if (value === undefined) return <Skeleton h="5" w="16" ms="auto" />;
  const isZero = value === '0';
  return (
    <MoneyText
      sum={value}
      sign={isZero ? '' : sign}
      whiteSpace="normal"
      overflowWrap="anywhere"
      color={isZero ? 'fg.muted' : undefined}
    />
  );
}

const firstCell = { textAlign: 'start', ps: { base: '3', sm: '4', md: '5' } } as const;
const lastCell = { textAlign: 'end', pe: { base: '3', sm: '4', md: '5' } } as const;
