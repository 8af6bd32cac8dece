import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import { LuPlus, LuShoppingCart } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { RowTitle } from '../../../components/row-title.tsx';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { type SupplierFilter, supplierFilters, supplierPath } from '../../../lib/supplier-paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { AsWritten } from '../as-written.tsx';
import { actionsColumn } from '../columns.tsx';
import { useInLanguage } from '../use-in-language.ts';
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
  usePageMeta(t.heading);
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

interface Handlers {
  changes: SupplierChanges;
  onEdit: (supplier: Supplier) => void;
}

/** For the buttons of the rows. */
const HandlersContext = createContext<Handlers | null>(null);

function SupplierTable({ toolbar, onEdit }: { toolbar: ReactNode; onEdit: Handlers['onEdit'] }) {
  const t = useStore(supplierTexts);
  const query = trpc.admin.suppliers.list.useQuery(undefined, { refetchInterval: POLL_MS });
  const changes = useSupplierChanges();
  const columns = useInLanguage(supplierColumns);
  const handlers = useMemo(() => ({ changes, onEdit }), [changes, onEdit]);
  const [onlyParam] = useUrlParam('only');
  const only = oneOf(onlyParam, supplierFilters);
  const all = query.data?.items ?? none;
  const rows = useMemo(() => (only ? all.filter(isAmong[only]) : all), [all, only]);
  if (query.data && all.length === 0) {
    return (
      <>
        {toolbar}
        <EmptyState icon={<LuShoppingCart />} title={t.none} text={t.noneText} />
      </>
    );
  }
  return (
    <HandlersContext value={handlers}>
      <DataTable
        name={t.heading}
        keptAs="Suppliers"
        columns={columns}
        query={{ ...query, ...onePage }}
        rows={rows}
        rowId={({ id }) => String(id)}
        pendingIds={changes.pending}
        emptyText={t.none}
        toolbar={
          <>
            {toolbar}
            {only && (
              <FilterChips
                param="only"
                label={t.onlyLabel}
                options={[{ value: only, label: { unreachable: t.silent, stopped: t.stopped, low: t.onlyLow }[only] }]}
              />
            )}
          </>
        }
      />
    </HandlersContext>
  );
}

/** As the overview counts them. */
const isAmong: Record<SupplierFilter, (supplier: Supplier) => boolean> = {
  unreachable: ({ unreachableSince, stopped }) => unreachableSince !== null && !stopped,
  stopped: ({ stopped }) => stopped,
  low: ({ balance, lowBalance }) => balance !== null && lowBalance !== null && Number(balance) < Number(lowBalance),
};

const none: Supplier[] = [];
/** There are few enough suppliers for one page. */
const onePage = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
};

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
