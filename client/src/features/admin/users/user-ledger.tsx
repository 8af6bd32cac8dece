import { Link, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { wordOfEntry } from '#shared/entry-kinds.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { type Column, recordNumber } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { SignedAmount } from '../../../components/signed-amount.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminEntryTexts, adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { formatAmount } from '../../../lib/money.ts';
import { pagedList } from '../../../lib/paged-list.ts';
import { managedOrderPath, managedRechargePath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { agoColumn } from '../columns.tsx';
import { declareList } from '../list/declare-list.tsx';
import type { UserDetails } from './user.ts';

type Entry = Outputs['admin']['users']['statement']['items'][number];

/** The wallet's ledger: every entry with the balance after it. */
export const UserLedger = declareList<Entry, { user: UserDetails }>()({
  keptAs: 'Ledger',
  dense: true,
  hasPagesInUrl: true,
  useInput: () => ({}),
  useList(_input, { user: { id, balanceNanos } }) {
    const query = trpc.admin.users.statement.useInfiniteQuery({ id }, { ...pagedList, refetchOnMount: 'always' });
    useOnChange(balanceNanos, () => void query.refetch());
    return query;
  },
  words() {
    const { ledger, noMovements } = adminUserTexts.get();
    return { heading: ledger, none: noMovements };
  },
  columns: ledgerColumns,
  rowId: ({ seq }) => String(seq),
});

function ledgerColumns(): Column<Entry>[] {
  const t = adminUserTexts.get();
  return [
    { id: 'seq', header: '#', cell: ({ seq }) => recordNumber(seq), width: '4rem', card: 'hidden', canHide: false },
    { id: 'what', header: t.entry, cell: (entry) => <What entry={entry} />, card: 'title', canHide: false },
    {
      id: 'amount',
      header: adminTexts.get().amount,
      width: '8rem',
      figure: ({ amountNanos }) => `${formatAmount(amountNanos)}00`,
      cell: ({ amountNanos }) => <SignedAmount amountNanos={amountNanos} />,
      align: 'end',
      card: 'aside',
    },
    {
      id: 'balanceAfter',
      header: t.balanceAfter,
      width: '8rem',
      figure: ({ balanceAfterNanos }) => formatAmount(balanceAfterNanos),
      cell: ({ balanceAfterNanos }) => <MoneyText nanos={balanceAfterNanos} lined />,
      align: 'end',
    },
    agoColumn('date', t.date, ({ at }) => at, { width: '7rem' }),
  ];
}

function What({ entry }: { entry: Entry }) {
  const t = useStore(adminUserTexts);
  const kinds = useStore(adminEntryTexts);
  const { orderId, rechargeId, reason, givenBy } = entry;
  const link =
    orderId !== null
      ? { to: managedOrderPath(orderId), label: `#${orderId}` }
      : rechargeId !== null
        ? { to: managedRechargePath(rechargeId), label: `#${rechargeId}` }
        : null;
  return (
    <span title={reason ?? undefined}>
      <Span fontWeight="semibold">{kinds[wordOfEntry(entry)]}</Span>
      {link && (
        <Link asChild variant="underline" fontWeight="normal" ms="2">
          <AppLink to={link.to}>{link.label}</AppLink>
        </Link>
      )}
      {givenBy && (
        <Span color="fg.muted" fontWeight="normal" ms="2">
          {t.by({ name: givenBy })}
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
