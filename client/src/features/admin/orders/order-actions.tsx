import { LuEllipsis } from 'react-icons/lu';
import { DeferredMenu } from '../../../components/deferred-menu.tsx';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { DecideButtons } from '../desk/decide-buttons.tsx';
import { useIsDeskWide } from '../desk/use-is-desk-wide.ts';
import { type Order, useOrderDeskStore } from './order-desk.ts';

const { Part: OrderMenu, preload } = lazyWithPreload(() => import('./order-menu.tsx'));

interface OrderActionsProps {
  order: Order;
  openDetails?: (order: Order) => void;
  openPartial: (order: Order) => void;
}

/** Approve, Reject, and in a menu what is needed less often. */
export function OrderActions({ order, openDetails, openPartial }: OrderActionsProps) {
  const store = useOrderDeskStore();
  const isWide = useIsDeskWide();
  const large = !isWide || !openDetails;
  const look = {
    size: large ? 'md' : 'xs',
    ...(!large && { h: '7', minW: '7' }),
    variant: large ? 'outline' : 'ghost',
    px: '0',
    'aria-label': `More for order ${order.id}`,
    children: <LuEllipsis />,
  } as const;
  return (
    <DecideButtons store={store} row={order} label={`order ${order.id}`} large={large}>
      <DeferredMenu
        {...look}
        preload={preload}
        menu={<OrderMenu trigger={look} {...{ order, openDetails, openPartial }} />}
      />
    </DecideButtons>
  );
}
