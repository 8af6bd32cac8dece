import { useStore } from '@nanostores/react';
import { LuScrollText } from 'react-icons/lu';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { MoreMenu, rowMenuLook } from '../more-menu.tsx';
import { DecideButtons, useDecideLook } from '../review-queue/decide-buttons.tsx';
import type { QueueHandle } from '../review-queue/declaration.ts';
import type { Order } from './order.ts';
import { orderActions } from './order-decisions.tsx';
import { progressTool } from './order-tools.tsx';

interface OrderActionsProps {
  order: Order;
  queue: QueueHandle<Order>;
  /** Whether the order's details are open around it. */
  inDetails?: boolean;
}

/** Approve, Reject, and a menu of the other actions. */
export function OrderActions({ order, queue, inDetails = false }: OrderActionsProps) {
  const t = useStore(adminOrderTexts);
  const words = useStore(queueTexts);
  const { isLarge, h } = useDecideLook(inDetails);
  const { processing, partial } = orderActions;
  const entries = [processing, partial].map((action) => ({
    label: action.words().label,
    icon: action.icon,
    disabled: !action.canRun(order),
    onClick: () => queue.run(order, action),
  }));
  const progress = {
    label: progressTool.label(),
    icon: progressTool.icon,
    onClick: () => progressTool.open(order, queue),
  };
  const details = { label: words.details, icon: LuScrollText, onClick: () => queue.openDetails(order) };
  return (
    <DecideButtons queue={queue} actions={orderActions} row={order} inDetails={inDetails}>
      <MoreMenu
        {...rowMenuLook(isLarge)}
        {...(isLarge ? {} : { h, minW: h })}
        aria-label={t.more({ id: String(order.id) })}
        entries={inDetails ? [...entries, progress] : [...entries, progress, details]}
      />
    </DecideButtons>
  );
}
