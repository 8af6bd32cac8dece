import { Box, Button, Flex, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Ago } from '../../../components/data-table/moment.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { sourceTexts } from '../../../i18n/en/admin/supplier-catalogue.ts';
import { formatPrice } from '../../../lib/money.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';

/** The prices of a service, which are read when they are opened. */
export function PriceHistory({ serviceId }: { serviceId: number }) {
  const t = useStore(sourceTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <Box as="details" onToggle={({ currentTarget }) => setOpen(currentTarget.hasAttribute('open'))}>
      <Box as="summary" cursor="pointer" py="1" textStyle="sm" fontWeight="medium">
        {t.priceHistory}
      </Box>
      {isOpen && <Prices serviceId={serviceId} />}
    </Box>
  );
}

function Prices({ serviceId }: { serviceId: number }) {
  const t = useStore(sourceTexts);
  const query = trpc.admin.services.prices.useInfiniteQuery({ id: serviceId, limit: 10 }, pagedList);
  const prices = useRows(query);
  if (!query.data) {
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingStack heights={['4rem']} />
    );
  }
  return (
    <Stack gap="2" textStyle="sm" pt="1">
      {prices.length === 0 && <Text color="fg.muted">{t.pricesNone}</Text>}
      <Stack as="ol" aria-label={t.priceHistory} listStyleType="none" gap="1">
        {prices.map(({ priceMicros, byRule, at }) => (
          <Flex as="li" key={`${at} ${priceMicros} ${byRule}`} gap="3" fontVariantNumeric="tabular-nums">
            <Span fontWeight="semibold">{formatPrice(priceMicros)}</Span>
            <Span color="fg.muted">{byRule ? t.priceByRule : t.priceByHand}</Span>
            <Span color="fg.muted" ms="auto">
              <Ago at={at} />
            </Span>
          </Flex>
        ))}
      </Stack>
      {query.hasNextPage && (
        <Button
          size="sm"
          variant="outline"
          alignSelf="start"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t.pricesOlder}
        </Button>
      )}
    </Stack>
  );
}
