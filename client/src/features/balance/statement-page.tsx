import { Box, Button, Flex, Link, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { LuPlus } from 'react-icons/lu';
import { wordOfEntry } from '#shared/entry-kinds.ts';
import { statementSorts } from '#shared/history-sorts.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Moment } from '../../components/data-table/moment.tsx';
import { HistoryTools, useSortFilter } from '../../components/history-tools.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { SignedAmount } from '../../components/signed-amount.tsx';
import { entryTexts, walletTexts } from '../../i18n/en/wallet.ts';
import { useBalance } from '../../lib/balance.ts';
import { useIsWide } from '../../lib/media.ts';
import { pagedList, useRows } from '../../lib/paged-list.ts';
import { orderPath, paths, rechargePath } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import { PeriodFilter, PeriodMenu, PeriodSums, usePeriod } from './period.tsx';

type Entry = Outputs['balance']['statement']['items'][number];

const entryColumns = (t: ReturnType<typeof walletTexts.get>): Column<Entry>[] => [
  { id: 'what', header: t.entry, cell: (row) => <EntryTitle entry={row} />, card: 'title', canHide: false },
  {
    id: 'amount',
    header: t.amount,
    cell: (row) => <SignedAmount amountNanos={row.amountNanos} />,
    align: 'end',
    card: 'aside',
  },
  {
    id: 'balanceAfter',
    header: t.balanceAfter,
    cell: (row) => <BalanceAfter entry={row} />,
    align: 'end',
    card: 'brief',
  },
  { id: 'date', header: t.date, cell: (row) => <Moment at={row.at} />, card: 'brief' },
];

/** On narrower screens the days' fields would break into lines. */
const PERIOD_FROM_PX = 1200;

/** The wallet's ledger, newest first: every entry and the balance after it. */
export default function StatementPage() {
  const t = useStore(walletTexts);
  const columns = useMemo(() => entryColumns(t), [t]);
  const balanceNanos = useBalance();
  const period = usePeriod();
  const isWide = useIsWide(PERIOD_FROM_PX);
  const hasPeriod = Boolean(period.from || period.to);
  const sort = useSortFilter(statementSorts);
  const filters = { ...period, ...sort };
  const query = trpc.balance.statement.useInfiniteQuery(filters, { ...pagedList, refetchOnMount: 'always' });
  useOnChange(balanceNanos, () => void query.refetch());
  return (
    <>
      <PageHeading title={t.statementHeading} text={t.statementText}>
        {balanceNanos !== undefined && (
          <Box textAlign={{ md: 'end' }}>
            <Text textStyle="xs" color="fg.muted">
              {t.balanceNow}
            </Text>
            <MoneyText balanceNanos={balanceNanos} fontSize="2xl" fontWeight="semibold" lineHeight="shorter" />
          </Box>
        )}
      </PageHeading>
      {hasPeriod && <PeriodSums period={period} />}
      <DataTable
        name={t.statementHeading}
        keptAs="Statement"
        columns={columns}
        query={query}
        rows={useRows(query)}
        rowId={(row) => String(row.seq)}
        emptyText={hasPeriod ? t.noMovementsThen : t.noMovements}
        emptyAction={
          !hasPeriod && (
            <Button asChild colorPalette="brand">
              <AppLink to={paths.addBalance}>
                <LuPlus aria-hidden /> {t.addBalance}
              </AppLink>
            </Button>
          )
        }
        toolbar={isWide && <PeriodFilter period={period} />}
        tools={
          <>
            {!isWide && <PeriodMenu period={period} />}
            <HistoryTools sorts={statementSorts} list="statement" filters={filters} compact={!isWide} />
          </>
        }
      />
    </>
  );
}

function EntryTitle({ entry }: { entry: Entry }) {
  const link = entryLink(entry);
  return (
    <Box>
      <Text fontWeight="semibold">{entryWords(entry)}</Text>
      <Flex gap="2" textStyle="sm" color="fg.muted" fontWeight="normal" wrap="wrap">
        {link && (
          <Link asChild variant="underline">
            <AppLink to={link.to}>{link.label}</AppLink>
          </Link>
        )}
        {entry.reason && <Text overflowWrap="anywhere">{entry.reason}</Text>}
      </Flex>
    </Box>
  );
}

/** On a card, with its label: the amount above it is money too. */
function BalanceAfter({ entry }: { entry: Entry }) {
  const t = useStore(walletTexts);
  return (
    <>
      <Span aria-hidden hideFrom="md">
        {t.balanceAfter}{' '}
      </Span>
      <MoneyText nanos={entry.balanceAfterNanos} lined color={{ base: 'fg', md: 'inherit' }} />
    </>
  );
}

/** The kind of an entry in a customer's words; a negative grant is "taken back". */
export function entryWords(entry: Pick<Entry, 'kind' | 'amountNanos'>): string {
  return entryTexts.get()[wordOfEntry(entry)];
}

/** The order or recharge behind an entry, if there is one. */
export function entryLink({
  orderId,
  rechargeId,
}: Pick<Entry, 'orderId' | 'rechargeId'>): { to: string; label: string } | null {
  const t = walletTexts.get();
  if (orderId !== null) return { to: orderPath(orderId), label: t.orderNumber({ id: String(orderId) }) };
  if (rechargeId !== null) return { to: rechargePath(rechargeId), label: t.rechargeNumber({ id: String(rechargeId) }) };
  return null;
}
