import { Button, Flex, Link, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Suspense, useMemo, useState } from 'react';
import { LuPlus } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { type Column, recordNumber } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { supplierBookTexts, supplierEntryTexts } from '../../../i18n/en/admin/suppliers.ts';
import { $language } from '../../../i18n/language.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { formatAmount } from '../../../lib/money.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { managedOrderPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { agoColumn } from '../columns.tsx';
import { polledList } from '../live-list.ts';
import { isNegative, isZero, type Supplier } from './supplier.ts';

const { Part: PayInDialog } = lazyWithPreload(() => import('./pay-in-dialog.tsx'));

type Entry = Outputs['admin']['suppliers']['entries']['items'][number];

/** The books of a supplier: their sum against its balance, every entry, and payments. */
export default function BooksSection({ supplier }: { supplier: Supplier }) {
  const t = useStore(supplierBookTexts);
  const { id, currency } = supplier;
  const query = trpc.admin.suppliers.entries.useInfiniteQuery({ id }, polledList);
  const [isPaying, setPaying] = useState(false);
  const language = useStore($language);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- The headers depend on the language.
  const columns = useMemo(() => entryColumns(currency), [currency, language]);
  return (
    <>
      <Flex gap="4" justify="space-between" align="start" wrap="wrap">
        <Reconciliation supplier={supplier} />
        <Button colorPalette="brand" onClick={() => setPaying(true)}>
          <LuPlus aria-hidden /> {t.payIn}
        </Button>
      </Flex>
      <DataTable
        name={t.books}
        keptAs="Supplier books"
        columns={columns}
        query={query}
        rows={useRows(query)}
        rowId={({ seq }) => String(seq)}
        emptyText={t.entriesNone}
      />
      <Suspense>{isPaying && <PayInDialog supplier={supplier} onClose={() => setPaying(false)} />}</Suspense>
    </>
  );
}

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

function entryColumns(currency: string): Column<Entry>[] {
  const t = supplierBookTexts.get();
  return [
    { id: 'seq', header: '#', cell: ({ seq }) => recordNumber(seq), width: '4rem', card: 'hidden', canHide: false },
    { id: 'entry', header: t.entry, cell: (entry) => <EntryWords entry={entry} />, card: 'title', canHide: false },
    {
      id: 'amount',
      header: t.amount,
      align: 'end',
      cell: ({ amount }) => <Units amount={amount} currency={currency} signed />,
      card: 'aside',
    },
    {
      id: 'balanceAfter',
      header: t.balanceAfter,
      align: 'end',
      cell: ({ balanceAfter }) => <Units amount={balanceAfter} currency={currency} />,
    },
    agoColumn('time', t.time, ({ at }) => at, {}),
  ];
}

interface UnitsProps {
  amount: string;
  currency: string;
  signed?: boolean;
}

function Units({ amount, currency, signed = false }: UnitsProps) {
  useStore($language);
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
