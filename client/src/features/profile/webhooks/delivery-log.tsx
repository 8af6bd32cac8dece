import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { commonTexts } from '../../../i18n/en/common.ts';
import { webhooksTexts } from '../../../i18n/en/webhooks.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { DeliveryRow } from './delivery-row.tsx';
import type { Delivery, Webhook } from './use-webhook-changes.ts';

const PAGE = 20;
/** How often the log is read while an attempt is due. */
const EVERY_MS = 2000;
/** One that is overdue for longer waits behind another of its order, perhaps for days. */
const OVERDUE_MS = 60_000;
/** A timer of more than 24 days would ring at once. */
const LONGEST_MS = 3_600_000;

/** The deliveries of a webhook in the last 30 days, newest first. */
export function DeliveryLog({ webhook: { id, url } }: { webhook: Webhook }) {
  const t = useStore(webhooksTexts);
  const common = useStore(commonTexts);
  const query = trpc.webhooks.deliveries.useInfiniteQuery(
    { id, limit: PAGE },
    {
      ...pagedList,
      refetchInterval: ({ state }) => pauseBefore(state.data?.pages.flatMap(({ items }) => items) ?? []),
    },
  );
  const rows = useRows(query);
  if (query.isPending) return <LoadingStack heights={['3.5rem', '3.5rem']} p={{ base: '4', md: '6' }} />;
  if (query.isError && rows.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Box as="section" aria-label={t.deliveriesOf({ url })} bg="bg.subtle">
      {rows.length === 0 ? (
        <Text px={{ base: '4', md: '6' }} py="5" color="fg.muted" textStyle="sm">
          {t.noDeliveries}
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="0">
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} />
          ))}
        </Stack>
      )}
      {query.hasNextPage && (
        <Flex borderTopWidth="1px" px={{ base: '4', md: '6' }} py="3" gap="3" align="center" justify="end">
          <Text role="alert" textStyle="sm" color="fg.error">
            {query.isFetchNextPageError && common.couldNotLoadMore}
          </Text>
          <Button
            size="sm"
            variant="outline"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {common.loadMore}
          </Button>
        </Flex>
      )}
    </Box>
  );
}

/** The time until the log is read again, in milliseconds; false if there will be no further attempt. */
function pauseBefore(deliveries: readonly Delivery[]): number | false {
  const pauses = deliveries
    .map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') - Date.now())
    .filter((pauseMs) => pauseMs > -OVERDUE_MS);
  return pauses.length > 0 && Math.max(EVERY_MS, Math.min(LONGEST_MS, ...pauses));
}
