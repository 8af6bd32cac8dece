import { Button, Flex, Link, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, Suspense, use, useState } from 'react';
import { LuPlus } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { type Column, recordNumber } from '../../../components/data-table/columns.ts';
import { supplierBookTexts, supplierEntryTexts } from '../../../i18n/en/admin/suppliers.ts';
import { $language } from '../../../i18n/language.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { formatAmount } from '../../../lib/money.ts';
import { managedOrderPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { agoColumn } from '../columns.tsx';
import { declareList } from '../list/declare-list.tsx';
import { polledList } from '../live-list.ts';
import { isNegative, isZero, type Supplier } from './supplier.ts';

const { Part: PayInDialog } = lazyWithPreload(() => import('./pay-in-dialog.tsx'));

type Entry = Outputs['admin']['suppliers']['entries']['items'][number];

/** The books of a supplier: their sum against its balance, every entry, and payments. */
export default function BooksSection({ supplier }: { supplier: Supplier }) {
  const t = useStore(supplierBookTexts);
  const [isPaying, setPaying] = useState(false);
  return (
    <>
      <Flex gap="4" justify="space-between" align="start" wrap="wrap">
        <Reconciliation supplier={supplier} />
        <Button colorPalette="brand" onClick={() => setPaying(true)}>
          <LuPlus aria-hidden /> {t.payIn}
        </Button>
      </Flex>
      <Currency value={supplier.currency}>
        <Entries id={supplier.id} />
      </Currency>
      <Suspense>{isPaying && <PayInDialog supplier={supplier} onClose={() => setPaying(false)} />}</Suspense>
    </>
  );
}

/** The currency of the entries. */
const Currency = createContext('');

const Entries = declareList<Entry, { id: number }>()({
  keptAs: 'Supplier books',
  useInput: () => ({}),
  useList: (_input, { id }) => trpc.admin.suppliers.entries.useInfiniteQuery({ id }, polledList),
  words() {
    const { books, entriesNone } = supplierBookTexts.get();
    return { heading: books, none: entriesNone };
  },
  columns: entryColumns,
  rowId: ({ seq }) => String(seq),
});

/** "The books say $84.12, the supplier says $79.00: $5.12 unexplained." */
function Reconciliation({ supplier }: { supplier: Supplier }) {
  const t = useStore(supplierBookTexts);
  const { books, balance, unexplained, unknown, unknownCostNanos, currency } = supplier;
  if (balance === null || unexplained === null) return <span />;
  const values = { books: formatUnits(books, currency), balance: formatUnits(balance, currency) };
  if (isZero(unexplained))
    return <Text maxW="2xl">{books === balance ? t.reconciled(values) : t.reconciledBefore(values)}</Text>;
  return (
    <Text maxW="2xl" color="fg.error">
      {t.unexplained({ ...values, unexplained: formatUnits(unexplained, currency) })}{' '}
      {unknown > 0 && t.unexplainedUnknown({ count: unknown, cost: formatAmount(unknownCostNanos) })}
    </Text>
  );
}

function entryColumns(): Column<Entry>[] {
  const t = supplierBookTexts.get();
  return [
    { id: 'seq', header: '#', cell: ({ seq }) => recordNumber(seq), width: '4rem', card: 'hidden', canHide: false },
    { id: 'entry', header: t.entry, cell: (entry) => <EntryWords entry={entry} />, card: 'title', canHide: false },
    {
      id: 'amount',
      header: t.amount,
      align: 'end',
      cell: ({ amount }) => <Units amount={amount} signed />,
      card: 'aside',
    },
    {
      id: 'balanceAfter',
      header: t.balanceAfter,
      align: 'end',
      cell: ({ balanceAfter }) => <Units amount={balanceAfter} />,
    },
    agoColumn('time', t.time, ({ at }) => at, {}),
  ];
}

function Units({ amount, signed = false }: { amount: string; signed?: boolean }) {
  useStore($language);
  const currency = use(Currency);
  const isIn = signed && !isNegative(amount);
  return (
    <Span
      fontVariantNumeric="tabular-nums"
      whiteSpace="nowrap"
      {...(signed && { fontWeight: 'semibold' })}
      {...(isIn && { color: 'fg.success' })}
    >
      {isIn && '+'}
      {formatUnits(amount, currency)}
    </Span>
  );
}

function EntryWords({ entry: { kind, orderId, reason, by } }: { entry: Entry }) {
  const kinds = useStore(supplierEntryTexts);
  return (
    <Span whiteSpace="normal" overflowWrap="anywhere">
      <Span fontWeight="semibold">{kinds[kind]}</Span>
      {orderId !== null && (
        <Link asChild variant="underline" fontWeight="normal" ms="2">
          <AppLink to={managedOrderPath(orderId)}>#{orderId}</AppLink>
        </Link>
      )}
      {(by ?? reason) !== null && (
        <Span color="fg.muted" fontWeight="normal" ms="2" dir="auto">
          {by === null && reason !== null ? fieldMessage(reason) : [by, reason].filter(Boolean).join(': ')}
        </Span>
      )}
    </Span>
  );
}
