import { LuEllipsis } from 'react-icons/lu';
import { DeferredMenu } from '../../../components/deferred-menu.tsx';
import { lateCode } from '../../../lib/late-code.tsx';
import { useIsWide } from '../../../lib/media.ts';
import { DecideButtons } from '../desk/decide-buttons.tsx';
import { type Order, useOrderDesk } from './order-desk.ts';

const { Part: OrderMenu, preload } = lateCode(() => import('./order-menu.tsx'));

interface OrderActionsProps {
  order: Order;
  openDetails?: (order: Order) => void;
  openPartial: (order: Order) => void;
}

/** Approve, Reject, and in a menu what is needed less often. */
export function OrderActions({ order, openDetails, openPartial }: OrderActionsProps) {
  const desk = useOrderDesk();
  const isWide = useIsWide();
  const large = !isWide || !openDetails;
  const pending = desk.pending.get(desk.idOf(order));
  const look = {
    size: large ? 'md' : 'xs',
    variant: large ? 'outline' : 'ghost',
    px: '0',
    'aria-label': `More for order ${order.id}`,
    loading: pending === 'processing',
    disabled: pending !== undefined,
    children: <LuEllipsis />,
  } as const;
  return (
    <DecideButtons desk={desk} row={order} label={`order ${order.id}`} large={large}>
      <DeferredMenu
        {...look}
        preload={preload}
        menu={<OrderMenu trigger={look} {...{ order, openDetails, openPartial }} />}
      />
    </DecideButtons>
  );
}
