import { Span, Text, Timeline } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuCircleCheck, LuCircleDashed, LuCircleX, LuContrast, LuShoppingCart } from 'react-icons/lu';
import type { OrderStatus } from '../../../../shared/order-status.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { TimeText } from '../time-text.tsx';
import { type Audience, describeEvent } from './describe-event.ts';

type Order = Outputs['orders']['get'];

const looks: Record<OrderStatus, { icon: ReactNode; palette: string }> = {
  pending: { icon: <LuShoppingCart />, palette: 'gray' },
  processing: { icon: <LuCircleDashed />, palette: 'orange' },
  completed: { icon: <LuCircleCheck />, palette: 'green' },
  partial: { icon: <LuContrast />, palette: 'red' },
  rejected: { icon: <LuCircleX />, palette: 'red' },
};

/** Everything that became of an order: what, by whom, when and why, oldest first. */
export function OrderTimeline({ order, audience }: { order: Order; audience: Audience }) {
  return (
    <Timeline.Root as="ol" listStyleType="none">
      {order.events.map((event, at) => {
        const { icon, palette } = looks[event.status];
        const { title, money, who } = describeEvent(order, at, audience);
        return (
          <Timeline.Item as="li" key={event.seq}>
            <Timeline.Connector>
              <Timeline.Separator />
              <Timeline.Indicator colorPalette={palette} bg="colorPalette.subtle" color="colorPalette.fg" aria-hidden>
                {icon}
              </Timeline.Indicator>
            </Timeline.Connector>
            <Timeline.Content>
              <Timeline.Title>{title}</Timeline.Title>
              {money && <Text textStyle="sm">{money}</Text>}
              {event.reason && (
                <Text textStyle="sm" overflowWrap="anywhere">
                  “{event.reason}”
                </Text>
              )}
              <Timeline.Description textStyle="xs" color="fg.muted">
                {who} ·{' '}
                <Span asChild whiteSpace="nowrap">
                  <TimeText at={event.at} />
                </Span>
              </Timeline.Description>
            </Timeline.Content>
          </Timeline.Item>
        );
      })}
    </Timeline.Root>
  );
}
