import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, Suspense, use, useState } from 'react';
import { LuPlus, LuShoppingCart } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { RowTitle } from '../../../components/row-title.tsx';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { paths } from '../../../lib/paths.ts';
import { type SupplierFilter, supplierFilters, supplierPath } from '../../../lib/supplier-paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { AsWritten } from '../as-written.tsx';
import { actionsColumn } from '../columns.tsx';
import type { RowActions } from '../list/declaration.ts';
import { declareList } from '../list/declare-list.tsx';
import { useOnePage } from '../live-list.ts';
import { hostOf, type Supplier } from './supplier.ts';
import { rowButtonLook, SupplierActions } from './supplier-actions.tsx';
import { BalanceAndBooks, Lasting, SupplierState, WaitingPurchases } from './supplier-parts.tsx';
import { type SupplierChanges, useSupplierChanges } from './use-supplier-changes.ts';

const { Part: SupplierDialog } = lazyWithPreload(() => import('./supplier-dialog.tsx'));
const { Part: RulesSection } = lazyWithPreload(() => import('./rules/rules-section.tsx'));

const tabs = ['suppliers', 'rules'] as const;

/** The suppliers with their figures, and the shop's rules about them. */
export default function SuppliersPage() {
  const t = useStore(supplierTexts);
  const [tabParam] = useUrlParam('tab');
  const tab = oneOf(tabParam, tabs) ?? 'suppliers';
  /** Null for a new one. */
  const [edited, setEdited] = useState<Supplier | null>();
  const chips = (
    <FilterChips
      param="tab"
      label={t.show}
      unchosen="suppliers"
      options={[
        { value: 'suppliers', label: t.heading },
        { value: 'rules', label: t.tabRules },
      ]}
    />
  );
  return (
    <>
      <PageHeading title={t.heading} text={t.headingText}>
        <Button asChild variant="outline">
          <AppLink to={paths.profit}>{t.profit}</AppLink>
        </Button>
        <Button colorPalette="brand" onClick={() => setEdited(null)}>
          <LuPlus aria-hidden /> {t.add}
        </Button>
      </PageHeading>
      {tab === 'rules' ? (
        <>
          {chips}
          <LazyBoundary>
            <RulesSection />
          </LazyBoundary>
        </>
      ) : (
        <SupplierTable toolbar={chips} onEdit={setEdited} />
      )}
      <Suspense>
        {edited !== undefined && (
          <SupplierDialog
            key={edited?.id ?? 'new'}
            supplier={edited ?? undefined}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

interface Handlers extends RowActions {
  changes: SupplierChanges;
  onEdit: (supplier: Supplier) => void;
}

/** For the buttons of the rows. */
const HandlersContext = createContext<Handlers | null>(null);

/** As the overview counts them. */
const isAmong: Record<SupplierFilter, (supplier: Supplier) => boolean> = {
  unreachable: ({ unreachableSince, stopped }) => unreachableSince !== null && !stopped,
  stopped: ({ stopped }) => stopped,
  low: ({ balance, lowBalance }) => balance !== null && lowBalance !== null && Number(balance) < Number(lowBalance),
};

const SupplierTable = declareList<Supplier, { onEdit: Handlers['onEdit'] }>()({
  keptAs: 'Suppliers',
  useInput: (url) => ({ only: url.oneOf('only', supplierFilters) }),
  useList() {
    const query = trpc.admin.suppliers.list.useQuery(undefined, { refetchInterval: POLL_MS });
    return useOnePage(query, query.data?.items);
  },
  words: () => supplierTexts.get(),
  columns: supplierColumns,
  includes: (supplier, { only }) => !only || isAmong[only](supplier),
  actions: {
    Context: HandlersContext,
    useActions(_show, { onEdit }) {
      const changes = useSupplierChanges();
      return { changes, onEdit, pending: changes.pending };
    },
  },
  filters({ input: { only } }) {
    const t = supplierTexts.get();
    const words = { unreachable: t.silent, stopped: t.stopped, low: t.onlyLow };
    return only && <FilterChips param="only" label={t.onlyLabel} options={[{ value: only, label: words[only] }]} />;
  },
  emptyIcon: <LuShoppingCart />,
});

function supplierColumns(): Column<Supplier>[] {
  const t = supplierTexts.get();
  return [
    {
      id: 'name',
      header: t.supplier,
      cell: ({ id, name }) => (
        <RowTitle to={supplierPath(id)} dir="auto">
          {name}
        </RowTitle>
      ),
      card: 'title',
      canHide: false,
    },
    { id: 'host', header: t.address, cell: ({ url }) => <AsWritten>{hostOf(url)}</AsWritten>, card: 'detail' },
    { id: 'state', header: t.state, cell: (supplier) => <SupplierState supplier={supplier} />, card: 'aside' },
    { id: 'balance', header: t.balance, cell: (supplier) => <BalanceAndBooks supplier={supplier} /> },
    { id: 'lasts', header: t.lasts, cell: ({ lastsHours }) => <Lasting hours={lastsHours} /> },
    { id: 'purchases', header: t.purchases, cell: (supplier) => <WaitingPurchases supplier={supplier} /> },
    actionsColumn((supplier) => <RowActions supplier={supplier} />),
  ];
}

function RowActions({ supplier }: { supplier: Supplier }) {
  const handlers = use(HandlersContext);
  return handlers && <SupplierActions supplier={supplier} look={rowButtonLook} {...handlers} />;
}
