import { Button, Span } from '@chakra-ui/react';
import type { RowSelectionState } from '@tanstack/react-table';
import { lazy, Suspense, useState } from 'react';
import { LuPercent, LuPlus, LuUpload } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { paths, servicesTasks } from '../../../lib/paths.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { polledList } from '../live-list.ts';
import { ArrangeHint } from './arrange-hint.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type Service, TABLE_FROM_PX } from './service.ts';
import { type ServiceHandlers, ServiceHandlersContext } from './service-actions.tsx';
import { serviceColumns } from './service-columns.tsx';
import { ServiceFilters } from './service-filters.tsx';
import { canArrange, useArrange } from './use-arrange.ts';
import type { PriceScope } from './use-change-prices.ts';
import { useServiceChanges } from './use-service-changes.ts';
import { type ServiceFilter, useServiceFilter, useServiceSort } from './use-service-filter.ts';

const loadUpdate = () => import('./update-service-dialog.tsx');
const UpdateServiceDialog = lazy(loadUpdate);
const loadPrices = () => import('./change-prices-dialog.tsx');
const ChangePricesDialog = lazy(loadPrices);
const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** The services whose prices to change, and their description. */
interface Priced {
  scope: PriceScope;
  name: string;
}

/** The whole catalogue, including hidden and deleted services. */
export default function ManageServicesPage() {
  const filter = useServiceFilter();
  const order = useServiceSort();
  const query = trpc.admin.services.list.useInfiniteQuery({ ...filter, limit: 50 }, polledList);
  const rows = useRows(query);
  const total = query.data?.pages[0]?.total;
  const [opened, setOpened] = useState<Service | null>(null);
  const [selected, setSelected] = useState<RowSelectionState>({});
  const [priced, setPriced] = useState<Priced | null>(null);
  const { pendingIds, run, deleteService, setHidden } = useServiceChanges();
  const { resetOrder, ...arrange } = useArrange(rows, filter, run);
  const [openParam, setOpen] = useUrlParam('open', { replace: true });
  const open = oneOf(openParam, servicesTasks);
  usePreloadOnIntent(loadUpdate);
  usePreloadOnIntent(loadPrices);
  /** Rows that left the list are no longer selected. */
  const chosen = rows.filter(({ id }) => selected[String(id)]);

  const handlers: ServiceHandlers = {
    pendingIds,
    update: setOpened,
    deleteService,
    setHidden,
    ...(canArrange(filter) && { arrange }),
  };
  const priceChosen = () =>
    setPriced({ scope: { ids: chosen.map(({ id }) => id) }, name: `${inWords(chosen.length)} that you selected` });
  const pricing = priced ?? (open === 'changePrices' && total !== undefined ? allOf(filter, total) : null);
  const closePrices = () => {
    setPriced(null);
    setOpen('');
  };

  return (
    <ServiceHandlersContext value={handlers}>
      <PageHeading dense title="Manage Services" text={total === undefined ? undefined : inWords(total)}>
        <Button variant="outline" size="sm" aria-label="Import CSV" onClick={() => setOpen('import')}>
          <LuUpload aria-hidden /> <Span hideBelow="md">Import CSV</Span>
        </Button>
        <Button asChild colorPalette="brand" size="sm">
          <AppLink to={paths.addService} aria-label="Add Service">
            <LuPlus aria-hidden /> <Span hideBelow="md">Add Service</Span>
          </AppLink>
        </Button>
      </PageHeading>
      <DataTable
        name="Manage Services"
        dense
        columns={serviceColumns(canArrange(filter))}
        query={query}
        rows={rows}
        rowId={idOf}
        tableFromPx={TABLE_FROM_PX}
        emptyText="No Services Found"
        pendingIds={pendingIds}
        {...(filter.shelf !== 'deleted' && { selection: { selected, onChange: setSelected } })}
        toolbar={
          <>
            <SearchBox label="Search services" placeholder="Name, price, category, external ID…" />
            <ServiceFilters />
          </>
        }
        filters={<ArrangeHint onReset={resetOrder} />}
        sort={order}
        total={total === undefined ? undefined : formatCount(total)}
        tools={
          <>
            {filter.shelf !== 'deleted' && (
              <Button variant="outline" size="sm" onClick={() => setOpen('changePrices')}>
                <LuPercent aria-hidden /> Change prices
              </Button>
            )}
            <ExportButton compact list="services" input={{}} />
          </>
        }
      />
      <SelectionBar count={chosen.length} onClear={() => setSelected({})} onChangePrices={priceChosen} />
      <Suspense>
        {open === 'import' && <ImportDialog onClose={() => setOpen('')} />}
        {opened && <UpdateServiceDialog key={opened.id} service={opened} onClose={() => setOpened(null)} />}
        {pricing && (
          <ChangePricesDialog
            scope={pricing.scope}
            scopeName={pricing.name}
            onClose={closePrices}
            onDone={() => {
              closePrices();
              setSelected({});
            }}
          />
        )}
      </Suspense>
    </ServiceHandlersContext>
  );
}

/** All listed services; deleted ones have no price to change. */
function allOf({ category, search, shelf = 'all' }: ServiceFilter, total: number): Priced | null {
  if (shelf === 'deleted') return null;
  return { scope: { category, search, shelf }, name: `all ${inWords(total)} that the list shows` };
}

const idOf = ({ id }: Service) => String(id);

function inWords(count: number): string {
  return count === 1 ? '1 service' : `${formatCount(count)} services`;
}
