import { IconButton, Menu, Portal } from '@chakra-ui/react';
import { LuCircleDashed, LuContrast, LuEllipsis, LuScrollText } from 'react-icons/lu';
import { legalDecisions } from '../../../../../shared/order-status.ts';
import { useIsWide } from '../../../lib/media.ts';
import { DecideButtons } from '../desk/decide-buttons.tsx';
import { type Order, useOrderDesk } from './order-desk.ts';
import { useMarkProcessing } from './use-mark-processing.ts';

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
  return (
    <DecideButtons desk={desk} row={order} label={`order ${order.id}`} large={large}>
      <OrderMenu order={order} openDetails={openDetails} openPartial={openPartial} large={large} />
    </DecideButtons>
  );
}

function OrderMenu({ order, openDetails, openPartial, large }: OrderActionsProps & { large: boolean }) {
  const desk = useOrderDesk();
  const markProcessing = useMarkProcessing();
  const legal = legalDecisions[order.status];
  const pending = desk.pending.get(desk.idOf(order));
  return (
    <Menu.Root lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <IconButton
          size={large ? 'md' : 'xs'}
          variant={large ? 'outline' : 'ghost'}
          aria-label={`More for order ${order.id}`}
          loading={pending === 'processing'}
          disabled={pending !== undefined}
        >
          <LuEllipsis />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="48">
            <Menu.Item
              value="processing"
              disabled={!legal.includes('processing')}
              onClick={() => void markProcessing(order)}
            >
              <LuCircleDashed /> Mark processing
            </Menu.Item>
            <Menu.Item
              value="partial"
              disabled={!legal.includes('partial') || order.quantity < 2}
              onClick={() => openPartial(order)}
            >
              <LuContrast /> Partial…
            </Menu.Item>
            {openDetails && (
              <Menu.Item value="details" onClick={() => openDetails(order)}>
                <LuScrollText /> Details
              </Menu.Item>
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
