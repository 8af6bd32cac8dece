import { Button, Flex, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { RowSelectionState } from '@tanstack/react-table';
import { lazy, Suspense, useState } from 'react';
import { LuListChecks, LuPercent, LuPlus, LuUpload } from 'react-icons/lu';
import { MAX_NAMED_SERVICES } from '#shared/admin-services.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { adminServicesTexts, changePricesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { formatCount } from '../../../lib/format.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { paths, servicesTasks } from '../../../lib/paths.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { polledList } from '../live-list.ts';
import { SelectionFrame } from '../selection-frame.tsx';
import { type Service, TABLE_FROM_PX } from './service.ts';
import { type ServiceHandlers, ServiceHandlersContext } from './service-actions.tsx';
import { useServiceColumns } from './service-columns.tsx';
import { ServiceFilters } from './service-filters.tsx';
import { canArrange, useArrange } from './use-arrange.ts';
import type { ServiceScope } from './use-change-prices.ts';
import { useServiceChanges } from './use-service-changes.ts';
import { type ServiceFilter, useServiceFilter, useServiceSort } from './use-service-filter.ts';

const loadUpdate = () => import('./update-service-dialog.tsx');
const UpdateServiceDialog = lazy(loadUpdate);
const loadPrices = () => import('./change-prices-dialog.tsx');
const ChangePricesDialog = lazy(loadPrices);
const loadMany = () => import('./change-many-dialog.tsx');
const ChangeManyDialog = lazy(loadMany);
const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** The services to change, and their description. */
interface Changed {
  /** The change to make. */
  task: 'changePrices' | 'changeServices';
  scope: ServiceScope;
  name: string;
}

/** The whole catalogue, including hidden and deleted services. */
export default function ManageServicesPage() {
  const t = useStore(adminServicesTexts);
  const filter = useServiceFilter();
  const order = useServiceSort();
  const columns = useServiceColumns(canArrange(filter));
  const query = trpc.admin.services.list.useInfiniteQuery({ ...filter, limit: 50 }, polledList);
  const rows = useRows(query);
  const total = query.data?.pages[0]?.total;
  const [opened, setOpened] = useState<Service | null>(null);
  const [selected, setSelected] = useState<RowSelectionState>({});
  const [changed, setChanged] = useState<Changed | null>(null);
  const { pendingIds, run, deleteService, setHidden } = useServiceChanges();
  const { resetOrder, ...arrange } = useArrange(rows, filter, run);
  const [openParam, setOpen] = useUrlParam('open', { replace: true });
  const open = oneOf(openParam, servicesTasks);
  usePreloadOnIntent(loadUpdate);
  usePreloadOnIntent(loadPrices);
  usePreloadOnIntent(loadMany);
  /** Rows that left the list are no longer selected. */
  const chosen = rows.filter(({ id }) => selected[String(id)]);

  const handlers: ServiceHandlers = {
    pendingIds,
    update: setOpened,
    deleteService,
    setHidden,
    ...(canArrange(filter) && { arrange }),
  };
  const changeChosen = (task: Changed['task']) =>
    setChanged({
      task,
      scope: { ids: chosen.map(({ id }) => id) },
      name: changePricesTexts.get().servicesSelected({ count: chosen.length }),
    });
  const changing = changed ?? (open && open !== 'import' && total !== undefined ? allOf(open, filter, total) : null);
  const ChangeDialog = changing?.task === 'changePrices' ? ChangePricesDialog : ChangeManyDialog;
  const closeChange = () => {
    setChanged(null);
    setOpen('');
  };

  return (
    <ServiceHandlersContext value={handlers}>
      <PageHeading dense title={t.heading} count={total === undefined ? undefined : t.services({ count: total })}>
        <Button variant="outline" size="sm" aria-label={t.importCsv} onClick={() => setOpen('import')}>
          <LuUpload aria-hidden /> <Span hideBelow="md">{t.importCsv}</Span>
        </Button>
        {/* The selection has the loud button. */}
        <Button asChild size="sm" {...(chosen.length > 0 ? { variant: 'outline' } : { colorPalette: 'brand' })}>
          <AppLink to={paths.addService} aria-label={t.addService}>
            <LuPlus aria-hidden /> <Span hideBelow="md">{t.addService}</Span>
          </AppLink>
        </Button>
      </PageHeading>
      <DataTable
        name={t.heading}
        keptAs="Manage Services"
        dense
        columns={columns}
        query={query}
        rows={rows}
        rowId={idOf}
        tableFromPx={TABLE_FROM_PX}
        emptyText={t.noneFound}
        pendingIds={pendingIds}
        {...(filter.shelf !== 'deleted' && { selection: { selected, onChange: setSelected } })}
        toolbar={
          <>
            <SearchBox label={t.search} placeholder={t.searchHint} />
            <ServiceFilters />
          </>
        }
        filters={<ArrangeHint onReset={resetOrder} />}
        sort={order}
        total={total === undefined ? undefined : formatCount(total)}
        tools={
          <>
            {filter.shelf !== 'deleted' && (
              <>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t.changeServices}
                  onClick={() => setOpen('changeServices')}
                >
                  <LuListChecks aria-hidden /> {t.changeListed}
                </Button>
                <Button variant="outline" size="sm" onClick={() => setOpen('changePrices')}>
                  <LuPercent aria-hidden /> {t.changePrices}
                </Button>
              </>
            )}
            <ExportButton compact list="services" input={{}} />
          </>
        }
      />
      <SelectionBar
        count={chosen.length}
        onClear={() => setSelected({})}
        onChangePrices={() => changeChosen('changePrices')}
        onChange={() => changeChosen('changeServices')}
      />
      <Suspense>
        {open === 'import' && <ImportDialog onClose={() => setOpen('')} />}
        {opened && <UpdateServiceDialog key={opened.id} service={opened} onClose={() => setOpened(null)} />}
        {changing && (
          <ChangeDialog
            scope={changing.scope}
            scopeName={changing.name}
            onClose={closeChange}
            onDone={() => {
              closeChange();
              setSelected({});
            }}
          />
        )}
      </Suspense>
    </ServiceHandlersContext>
  );
}

/** All listed services; deleted ones can't be changed. */
function allOf(
  task: Changed['task'],
  { category, search, shelf = 'all' }: ServiceFilter,
  total: number,
): Changed | null {
  if (shelf === 'deleted') return null;
  return { task, scope: { category, search, shelf }, name: changePricesTexts.get().servicesListed({ count: total }) };
}

const idOf = ({ id }: Service) => String(id);

/** Explains the shop's order, if the list is sorted by it. */
function ArrangeHint({ onReset }: { onReset: () => void }) {
  const t = useStore(adminServicesTexts);
  const filter = useServiceFilter();
  if (filter.sort !== 'recommended') return null;
  if (!canArrange(filter)) {
    return (
      <Text textStyle="sm" color="fg.muted">
        {t.chooseCategory}
      </Text>
    );
  }
  return (
    <Flex align="center" gap="3" wrap="wrap" textStyle="sm">
      <Text color="fg.muted">{t.inOrder}</Text>
      <Button size="xs" variant="outline" onClick={onReset}>
        {t.orderReset}
      </Button>
    </Flex>
  );
}

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  onChangePrices: () => void;
  onChange: () => void;
}

/** The selected services and their actions. */
function SelectionBar({ count, onClear, onChangePrices, onChange }: SelectionBarProps) {
  const t = useStore(adminServicesTexts);
  if (count === 0) return null;
  return (
    <SelectionFrame label={t.selectedServices} text={t.selectedCount({ count })} onClear={onClear}>
      {count > MAX_NAMED_SERVICES ? (
        <Text color="fg.warning">{t.tooMany({ count: MAX_NAMED_SERVICES })}</Text>
      ) : (
        <Flex gap="3" wrap="wrap">
          <Button colorPalette="brand" onClick={onChange}>
            <LuListChecks aria-hidden /> {t.changeThem}
          </Button>
          <Button variant="outline" onClick={onChangePrices}>
            <LuPercent aria-hidden /> {t.changeTheirPrices}
          </Button>
        </Flex>
      )}
    </SelectionFrame>
  );
}
