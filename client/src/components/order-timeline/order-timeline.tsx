import { Timeline } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuCircleCheck, LuCircleDashed, LuCircleX, LuContrast, LuShoppingCart } from 'react-icons/lu';
import { type Micros, type Nanos, refundFor } from '#shared/money.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { Per } from '#shared/service-types.ts';
import { adminTimelineTexts } from '../../i18n/en/admin/statuses.ts';
import { orderStatusTexts, timelineTexts } from '../../i18n/en/statuses.ts';
import { formatAmount } from '../../lib/money.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { TimelineEntry } from './timeline-entry.tsx';

type Order = Omit<Outputs['orders']['get'], 'serviceNameBn'>;

const looks: Record<OrderStatus, { icon: ReactNode; palette: string }> = {
  pending: { icon: <LuShoppingCart />, palette: 'gray' },
  processing: { icon: <LuCircleDashed />, palette: 'orange' },
  completed: { icon: <LuCircleCheck />, palette: 'green' },
  partial: { icon: <LuContrast />, palette: 'red' },
  rejected: { icon: <LuCircleX />, palette: 'red' },
};

/** The history of an order: each change with its author, time and reason, oldest first. */
export function OrderTimeline({ order, audience }: { order: Order; audience: Audience }) {
  return (
    <Timeline.Root as="ol" listStyleType="none">
      {order.events.map((event, at) => {
        const { icon, palette } = looks[event.status];
        const { title, money, who } = describeEvent(order, at, audience);
        return (
          <TimelineEntry
            key={event.seq}
            icon={icon}
            palette={palette}
            title={title}
            money={money}
            reason={event.reason}
            who={who}
            at={event.at}
          />
        );
      })}
    </Timeline.Root>
  );
}

/** The reader: "Failed" for the customer is "Rejected" for the admin. */
export type Audience = 'customer' | 'admin';

type Author = Order['events'][number]['by'];

interface OrderHistory {
  priceMicros: Micros;
  per: Per;
  chargeNanos: Nanos;
  remaining: number | null;
  events: readonly { status: OrderStatus; by: Author; byName: string | null }[];
}

interface EventWords {
  title: string;
  /** The movement in the wallet, if any. */
  money: string | null;
  who: string;
}

/**
 * One status change in the reader's words. Rejecting refunds the charge and approving after that charges again, so a change's effect on
 * the wallet depends on the one before.
 */
export function describeEvent(
  { chargeNanos, remaining, events, ...price }: OrderHistory,
  at: number,
  audience: Audience,
): EventWords {
  const event = events[at];
  if (!event) throw new RangeError(`The order has no event ${at}`);
  const before = events[at - 1]?.status;
  const t = timelineTexts.get();
  const statuses = orderStatusTexts.get();
  const forAdmin = adminTimelineTexts.get();
  const namesForAdmins: Record<Author, string> = {
    customer: forAdmin.theCustomer,
    admin: forAdmin.anAdmin,
    supplier: forAdmin.theSupplier,
    evidence: forAdmin.evidence,
  };
  const namesForCustomers: Record<Author, string> = {
    customer: t.you,
    admin: t.ourTeam,
    supplier: t.ourTeam,
    evidence: t.ourTeam,
  };
  const names = audience === 'admin' ? namesForAdmins : namesForCustomers;
  const who = event.byName ?? names[event.by];
  const amount = formatAmount(chargeNanos);
  const chargedAgain = before === 'rejected' ? t.chargedAgain({ amount }) : null;
  switch (event.status) {
    case 'pending':
      return { title: t.orderPlaced, money: t.charged({ amount }), who };
    case 'processing':
      return { title: statuses.processing, money: chargedAgain, who };
    case 'completed':
      return { title: statuses.completed, money: chargedAgain, who };
    case 'rejected':
      return {
        title: audience === 'admin' ? forAdmin.rejected : statuses.rejected,
        money: t.refunded({ amount }),
        who,
      };
    case 'partial': {
      const units = remaining ?? 0;
      const refunded = formatAmount(refundFor(units, price));
      return { title: statuses.partial, money: t.notDelivered({ units, amount: refunded }), who };
    }
  }
}
