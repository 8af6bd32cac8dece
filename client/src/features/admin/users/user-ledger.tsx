import { Link, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { EntryKind } from '#shared/entry-kinds.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { type Column, recordNumber } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { SignedAmount } from '../../../components/signed-amount.tsx';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { usePagesInUrl } from '../../../lib/pages-in-url.ts';
import { managedOrderPath, managedRechargePath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { agoColumn } from '../columns.tsx';
import type { UserDetails } from './user.ts';

type Entry = Outputs['admin']['users']['statement']['items'][number];

/** The wallet's ledger: every entry with the balance after it. */
export function UserLedger({ user: { id, balanceNanos }, tabs }: { user: UserDetails; tabs: ReactNode }) {
  const query = trpc.admin.users.statement.useInfiniteQuery({ id }, { ...pagedList, refetchOnMount: 'always' });
  usePagesInUrl(query);
  useOnChange(balanceNanos, () => void query.refetch());
  return (
    <DataTable
      name="Ledger"
      dense
      columns={columns}
      query={query}
      rows={useRows(query)}
      rowId={(entry) => String(entry.seq)}
      toolbar={tabs}
      emptyText="No movements yet"
    />
  );
}

const columns: Column<Entry>[] = [
  { id: 'seq', header: '#', cell: ({ seq }) => recordNumber(seq), width: '4rem', card: 'hidden', canHide: false },
  { id: 'what', header: 'Entry', cell: (entry) => <What entry={entry} />, card: 'title', canHide: false },
  {
    id: 'amount',
    header: 'Amount',
    width: '9rem',
    cell: ({ amountNanos }) => <SignedAmount amountNanos={amountNanos} />,
    align: 'end',
    card: 'aside',
  },
  {
    id: 'balanceAfter',
    header: 'Balance after',
    width: '8rem',
    cell: ({ balanceAfterNanos }) => <MoneyText nanos={balanceAfterNanos} lined />,
    align: 'end',
  },
  agoColumn('date', 'Date', ({ at }) => at, { width: '7rem' }),
];

const kinds: Record<EntryKind, string> = {
  recharge: 'Recharge',
  recharge_reversal: 'Recharge reversed',
  grant: 'Given',
  order_charge: 'Order',
  order_refund: 'Refund',
  order_recharge: 'Order charged again',
  order_partial_refund: 'Partial refund',
};

function What({ entry }: { entry: Entry }) {
  const { kind, amountNanos, orderId, rechargeId, reason, givenBy } = entry;
  const isTaken = kind === 'grant' && amountNanos < 0;
  const link =
    orderId !== null
      ? { to: managedOrderPath(orderId), label: `#${orderId}` }
      : rechargeId !== null
        ? { to: managedRechargePath(rechargeId), label: `#${rechargeId}` }
        : null;
  return (
    <span title={reason ?? undefined}>
      <Span fontWeight="semibold">{isTaken ? 'Taken back' : kinds[kind]}</Span>
      {link && (
        <Link asChild variant="underline" fontWeight="normal" ms="2">
          <AppLink to={link.to}>{link.label}</AppLink>
        </Link>
      )}
      {givenBy && (
        <Span color="fg.muted" fontWeight="normal" ms="2">
          by {givenBy}
        </Span>
      )}
      {reason && (
        <Span color="fg.muted" fontWeight="normal" ms="2">
          {reason}
        </Span>
      )}
    </span>
  );
}
