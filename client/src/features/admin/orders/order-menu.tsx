import { Button, type ButtonProps, Menu } from '@chakra-ui/react';
import { LuCircleDashed, LuContrast, LuScrollText } from 'react-icons/lu';
import { legalDecisions } from '../../../../../shared/order-status.ts';
import { MenuLayer } from '../../../components/menu-layer.tsx';
import type { Order } from './order-desk.ts';
import { useMarkProcessing } from './use-mark-processing.ts';

interface OrderMenuProps {
  order: Order;
  trigger: ButtonProps;
  openDetails?: ((order: Order) => void) | undefined;
  openPartial: (order: Order) => void;
}

/** What an order needs less often; open from the start, because its code comes when it is asked for. */
export default function OrderMenu({ order, trigger, openDetails, openPartial }: OrderMenuProps) {
  const markProcessing = useMarkProcessing();
  const legal = legalDecisions[order.status];
  return (
    <Menu.Root defaultOpen lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button {...trigger} />
      </Menu.Trigger>
      <MenuLayer>
        <Menu.Content minW="48">
          <Menu.Item value="processing" disabled={!legal.includes('processing')} onClick={() => markProcessing(order)}>
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
      </MenuLayer>
    </Menu.Root>
  );
}
