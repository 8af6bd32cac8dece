import { Button, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuX } from 'react-icons/lu';
import type { Reviewer } from '#shared/reviewers.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { inReadersDigits } from '../../../i18n/grouped.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useSetUrlParams } from '../../../lib/url-state.ts';
import { reviewerWord } from './by-words.ts';
import { useIdParam, useQueueChoices } from './use-queue-filter.ts';

const loadFields = () => import('./filter-fields.tsx');
/** All filters of a queue, and its sort order. */
export const { Part: FilterFields, load: loadFilterFields } = lazyWithPreload(loadFields);
const { Part: MethodChoice } = lazyWithPreload(async () => ({ default: (await loadFields()).MethodChoice }));
const { Part: ServiceChoice } = lazyWithPreload(async () => ({ default: (await loadFields()).ServiceChoice }));

/** An active filter. */
export interface ActiveFilter {
  /** Its search parameter. */
  param: string;
  words: string;
}

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ filters }: { filters: readonly ActiveFilter[] }) {
  const t = useStore(queueTexts);
  const setParams = useSetUrlParams();
  if (filters.length === 0) return null;
  return (
    <Flex role="group" aria-label={t.activeFilters} gap="2" wrap="wrap" align="center">
      {filters.map(({ param, words }) => (
        <Button
          key={param}
          size="xs"
          variant="subtle"
          borderRadius="selector"
          fontWeight="normal"
          maxW="20rem"
          aria-label={t.removeFilter({ filter: words })}
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
          {t.removeAll}
        </Button>
      )}
    </Flex>
  );
}

interface SharedFilter {
  userId: number | undefined;
  decidedBy: number | Reviewer | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** The filters of every queue, as text. */
export function useSharedFilters({ userId, decidedBy, from, to }: SharedFilter): ActiveFilter[] {
  const t = useStore(queueTexts);
  const customer = trpc.admin.users.get.useQuery({ id: userId ?? 0 }, { enabled: userId !== undefined }).data;
  const admins = useQueueChoices()?.admins;
  const nameOf = (by: number | Reviewer) =>
    typeof by === 'number' ? (admins?.find(({ id }) => id === by)?.userName ?? String(by)) : reviewerWord(by);
  return [
    ...(userId === undefined
      ? []
      : [{ param: 'user', words: t.filterCustomer({ name: customer?.userName ?? String(userId) }) }]),
    ...(from === undefined ? [] : [{ param: 'from', words: t.filterFrom({ day: inReadersDigits(from) }) }]),
    ...(to === undefined ? [] : [{ param: 'to', words: t.filterTo({ day: inReadersDigits(to) }) }]),
    ...(decidedBy === undefined ? [] : [{ param: 'by', words: t.filterBy({ admin: nameOf(decidedBy) }) }]),
  ];
}

/** Filters recharges by payment method. */
export const methodFilter = {
  useFilter() {
    const methodId = useIdParam('method');
    const method = useQueueChoices()?.methods.find(({ id }) => id === methodId);
    return {
      input: { methodId },
      active: activeOf('method', methodId, (name) => queueTexts.get().filterMethod({ name }), method?.name),
    };
  },
  Choice: MethodChoice,
};

/** Filters orders by service. */
export const serviceFilter = {
  useFilter() {
    const serviceId = useIdParam('service');
    const service = trpc.services.get.useQuery({ id: serviceId ?? 0 }, { enabled: serviceId !== undefined }).data;
    return {
      input: { serviceId },
      active: activeOf('service', serviceId, (name) => queueTexts.get().filterService({ name }), service?.name),
    };
  },
  Choice: ServiceChoice,
};

function activeOf(
  param: string,
  id: number | undefined,
  words: (name: string) => string,
  name: string | undefined,
): ActiveFilter[] {
  return id === undefined ? [] : [{ param, words: words(name ?? String(id)) }];
}
