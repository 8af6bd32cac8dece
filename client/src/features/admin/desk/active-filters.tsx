import { Button, Flex, Span } from '@chakra-ui/react';
import { LuX } from 'react-icons/lu';
import { trpc } from '../../../lib/trpc.ts';
import { useSetUrlParams } from '../../../lib/url-state.ts';
import { useDeskChoices } from './filter-choices.tsx';
import { useIdParam } from './use-desk-filter.ts';

/** A filter that holds. */
export interface ActiveFilter {
  /** Its search parameter. */
  param: string;
  words: string;
}

/** The filters that hold, each with a way to take it off; nothing where there is none. */
export function ActiveFilters({ filters }: { filters: readonly ActiveFilter[] }) {
  const setParams = useSetUrlParams();
  if (filters.length === 0) return null;
  return (
    <Flex role="group" aria-label="Active filters" gap="2" wrap="wrap" align="center">
      {filters.map(({ param, words }) => (
        <Button
          key={param}
          size="xs"
          variant="subtle"
          borderRadius="selector"
          fontWeight="normal"
          maxW="20rem"
          aria-label={`Remove filter ${words}`}
          onClick={() => setParams({ [param]: '' })}
        >
          <Span truncate>{words}</Span> <LuX aria-hidden />
        </Button>
      ))}
      {filters.length > 1 && (
        <Button
          size="xs"
          variant="plain"
          onClick={() => setParams(Object.fromEntries(filters.map(({ param }) => [param, ''])))}
        >
          Remove all
        </Button>
      )}
    </Flex>
  );
}

interface Narrowed {
  userId: number | undefined;
  decidedBy: number | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** What both desks can be narrowed by, in words. */
export function useNarrowedBy({ userId, decidedBy, from, to }: Narrowed): ActiveFilter[] {
  const customer = trpc.admin.users.get.useQuery({ id: userId ?? 0 }, { enabled: userId !== undefined }).data;
  const admin = useDeskChoices()?.admins.find(({ id }) => id === decidedBy);
  return [
    ...(userId === undefined ? [] : [{ param: 'user', words: `Customer ${customer?.userName ?? userId}` }]),
    ...(from === undefined ? [] : [{ param: 'from', words: `From ${from}` }]),
    ...(to === undefined ? [] : [{ param: 'to', words: `To ${to}` }]),
    ...(decidedBy === undefined ? [] : [{ param: 'by', words: `Decided by ${admin?.userName ?? decidedBy}` }]),
  ];
}

/** The service that orders are narrowed to, in words. */
export function useServiceFilter(): { serviceId: number | undefined; active: ActiveFilter[] } {
  const serviceId = useIdParam('service');
  const service = trpc.services.get.useQuery({ id: serviceId ?? 0 }, { enabled: serviceId !== undefined }).data;
  const words = `Service ${service?.name ?? serviceId}`;
  return { serviceId, active: serviceId === undefined ? [] : [{ param: 'service', words }] };
}

/** The way to pay that recharges are narrowed to, in words. */
export function useMethodFilter(): { methodId: number | undefined; active: ActiveFilter[] } {
  const methodId = useIdParam('method');
  const method = useDeskChoices()?.methods.find(({ id }) => id === methodId);
  const words = `Method ${method?.name ?? methodId}`;
  return { methodId, active: methodId === undefined ? [] : [{ param: 'method', words }] };
}
