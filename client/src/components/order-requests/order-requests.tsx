import { Box, type BoxProps, Button, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { requestTexts } from '../../i18n/en/requests.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { AskRows } from './ask-rows.tsx';
import { DeliveryTime } from './delivery-time.tsx';
import { RequestEntry } from './request-entry.tsx';
import { openRequestOf } from './request-state.ts';

type Order = Outputs['orders']['get'];

/** Earlier requests that are shown at once. */
const SHOWN = 2;

/** What the customer can ask for an order, and the requests so far, the newest first. Nothing for a failed order without any. */
export function OrderRequests({ order, ...box }: { order: Order } & Omit<BoxProps, 'order'>) {
  const t = useStore(requestTexts);
  const [isWhole, setWhole] = useState(false);
  const newestFirst = order.requests.toReversed();
  const open = openRequestOf(order);
  const closed = newestFirst.filter((request) => request !== open);
  const shown = isWhole ? closed : closed.slice(0, SHOWN);
  const hasFailed = order.status === 'rejected';
  if (hasFailed && newestFirst.length === 0) return null;
  return (
    <Box
      as="section"
      aria-labelledby="requests"
      borderWidth="1px"
      borderRadius="l2"
      p="5"
      className="not-printed"
      {...box}
    >
      <Heading as="h2" id="requests" size="md" mb="4">
        {t.heading}
      </Heading>
      <Stack gap="5">
        <DeliveryTime order={order} />
        {open ? (
          <Stack gap="3">
            <RequestEntry request={open} />
            <Text textStyle="sm" color="fg.muted">
              {t.waitsForEnd}
            </Text>
          </Stack>
        ) : (
          !hasFailed && <AskRows order={order} />
        )}
        {shown.map((request) => (
          <Box key={request.id} _notFirst={{ borderTopWidth: '1px', pt: '5' }}>
            <RequestEntry request={request} />
          </Box>
        ))}
        {shown.length < closed.length && (
          <Button variant="outline" size="sm" alignSelf="start" onClick={() => setWhole(true)}>
            {t.earlier({ count: closed.length - shown.length })}
          </Button>
        )}
      </Stack>
    </Box>
  );
}
