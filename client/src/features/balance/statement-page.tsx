import { Box, Flex, Link, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { type Nanos, negate } from '../../../../shared/money.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useBalance } from '../../lib/balance.ts';
import { formatMoment } from '../../lib/dates.ts';
import { pagedList, useRows } from '../../lib/paged-list.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { entryLink, entryWords } from './entry-words.ts';
import { ExactMoney } from './exact-money.tsx';

type Entry = Outputs['balance']['statement']['items'][number];

const columns: Column<Entry>[] = [
  { id: 'what', header: 'What', cell: (row) => <What entry={row} />, card: 'title', canHide: false },
  {
    id: 'amount',
    header: 'Amount',
    cell: (row) => <SignedAmount amountNanos={row.amountNanos} />,
    align: 'end',
    card: 'aside',
  },
  {
    id: 'balanceAfter',
    header: 'Balance after',
    cell: (row) => <ExactMoney nanos={row.balanceAfterNanos} />,
    align: 'end',
  },
  { id: 'date', header: 'Date', cell: (row) => <time dateTime={row.at}>{formatMoment(row.at)}</time> },
];

/** The wallet's own ledger, newest first: every movement and what the balance was after it. */
export default function StatementPage() {
  const balanceNanos = useBalance();
  const query = trpc.balance.statement.useInfiniteQuery({}, { ...pagedList, refetchOnMount: 'always' });
  useChange(balanceNanos, () => void query.refetch());
  return (
    <>
      <PageHeading title="Statement" text="Every movement of your balance, exactly as the ledger has it.">
        {balanceNanos !== undefined && (
          <Box textAlign={{ md: 'end' }}>
            <Text textStyle="xs" color="fg.muted">
              Balance now
            </Text>
            <MoneyText balanceNanos={balanceNanos} fontSize="2xl" fontWeight="semibold" lineHeight="shorter" />
          </Box>
        )}
      </PageHeading>
      <DataTable
        name="Statement"
        columns={columns}
        query={query}
        rows={useRows(query)}
        rowId={(row) => String(row.seq)}
        emptyText="No movements yet"
      />
    </>
  );
}

/** Tells when a known balance becomes another one. */
function useChange(balanceNanos: Nanos | undefined, onChange: () => void): void {
  const last = useRef(balanceNanos);
  useEffect(() => {
    const before = last.current;
    last.current = balanceNanos;
    if (before !== undefined && balanceNanos !== undefined && before !== balanceNanos) onChange();
  });
}

function What({ entry }: { entry: Entry }) {
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

/** What came in is green and has a plus; what went out has a minus. */
function SignedAmount({ amountNanos }: { amountNanos: Nanos }) {
  const isIn = amountNanos > 0;
  return (
    <ExactMoney
      nanos={isIn ? amountNanos : negate(amountNanos)}
      sign={isIn ? '+' : '−'}
      fontWeight="semibold"
      color={isIn ? 'fg.success' : 'fg'}
    />
  );
}
