import { Box, Text, Timeline } from '@chakra-ui/react';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import type { Outputs } from '../../../lib/trpc.ts';

type OrderEvents = Outputs['orders']['get']['events'];

/** Every change of an order, oldest first: what, who, when, why. */
export function OrderTimeline({ events }: { events: OrderEvents }) {
  return (
    <Timeline.Root size="sm" as="ol" listStyleType="none">
      {events.map(({ seq, status, byName, by, at, reason }) => (
        <Timeline.Item key={seq} as="li">
          <Timeline.Connector>
            <Timeline.Separator />
            <Timeline.Indicator />
          </Timeline.Connector>
          <Timeline.Content gap="1.5">
            <Box>
              <OrderStatusBadge status={status} audience="admin" />
            </Box>
            <Text textStyle="sm">
              {seq === 0 ? 'Placed' : 'Changed'} by {byName ?? by}
            </Text>
            <Text asChild textStyle="xs" color="fg.muted">
              <time dateTime={at}>{formatMoment(at)}</time>
            </Text>
            {reason && (
              <Text
                textStyle="sm"
                borderInlineStartWidth="2px"
                borderColor="border.field"
                ps="3"
                overflowWrap="anywhere"
              >
                {reason}
              </Text>
            )}
          </Timeline.Content>
        </Timeline.Item>
      ))}
    </Timeline.Root>
  );
}
