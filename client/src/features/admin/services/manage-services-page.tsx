import { Button } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { LuPlus } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useOnFirstTouch } from '../../../lib/first-touch.ts';
import { formatCount } from '../../../lib/format.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { polledList } from '../desk/live-list.ts';
import type { Service } from './service.ts';
import { ServiceDesk, type ServiceHandlers } from './service-actions.tsx';
import { serviceColumns } from './service-columns.tsx';
import { ServiceFilters } from './service-filters.tsx';
import { TABLE_FROM_PX } from './table-from.ts';
import { useDeleteService } from './use-delete-service.ts';
import { useServiceFilter } from './use-service-filter.ts';

const loadUpdate = () => import('./update-service-dialog.tsx');
const UpdateServiceDialog = lazy(loadUpdate);

/** The whole catalogue, what customers do not see of it included. */
export default function ManageServicesPage() {
  const filter = useServiceFilter();
  const query = trpc.admin.services.list.useInfiniteQuery({ ...filter, limit: 50 }, polledList);
  const rows = useRows(query);
  const total = query.data?.pages[0]?.total;
  const [opened, setOpened] = useState<Service | null>(null);
  const { pendingIds, deleteService } = useDeleteService();
  useOnFirstTouch(loadUpdate);

  const handlers: ServiceHandlers = { pendingIds, update: setOpened, deleteService };
  return (
    <ServiceDesk value={handlers}>
      <PageHeading title="Manage Services" text={total === undefined ? undefined : inWords(total)}>
        <Button asChild colorPalette="brand">
          <AppLink to={paths.addService}>
            <LuPlus aria-hidden /> Add Service
          </AppLink>
        </Button>
      </PageHeading>
      <DataTable
        name="Manage Services"
        columns={serviceColumns}
        query={query}
        rows={rows}
        rowId={idOf}
        tableFromPx={TABLE_FROM_PX}
        emptyText="No Services Found"
        pendingIds={pendingIds}
        toolbar={
          <>
            <SearchBox label="Search services" placeholder="Name, price, category, min, max…" />
            <ServiceFilters />
          </>
        }
      />
      <Suspense>
        {opened && <UpdateServiceDialog key={opened.id} service={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </ServiceDesk>
  );
}

const idOf = ({ id }: Service) => String(id);

function inWords(total: number): string {
  return total === 1 ? '1 service' : `${formatCount(total)} services`;
}
