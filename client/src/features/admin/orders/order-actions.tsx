import { LuScrollText } from 'react-icons/lu';
import { MoreMenu, rowMenuLook } from '../more-menu.tsx';
import { DecideButtons } from '../review-queue/decide-buttons.tsx';
import type { QueueHandle } from '../review-queue/declaration.ts';
import { useIsTable } from '../use-is-table.ts';
import { type Order, orderActions } from './order-decisions.tsx';

interface OrderActionsProps {
  order: Order;
  queue: QueueHandle<Order>;
  /** Whether the order's details are open around it. */
  inDetails?: boolean;
}

/** Approve, Reject, and a menu of the other actions. */
export function OrderActions({ order, queue, inDetails = false }: OrderActionsProps) {
  const large = !useIsTable() || inDetails;
  const { processing, partial } = orderActions;
  const entries = [processing, partial].map((action) => ({
    label: action.label,
    icon: action.icon,
    disabled: !action.canRun(order),
    onClick: () => queue.run(order, action),
  }));
  const details = { label: 'Details', icon: LuScrollText, onClick: () => queue.openDetails(order) };
  return (
    <DecideButtons queue={queue} actions={orderActions} row={order} large={large}>
      <MoreMenu
        {...rowMenuLook(large)}
        aria-label={`More for order ${order.id}`}
        entries={inDetails ? entries : [...entries, details]}
      />
    </DecideButtons>
  );
}
