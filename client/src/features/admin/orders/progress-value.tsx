import { Button, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { OrderProgress, progressWords } from '../../../components/order-progress.tsx';
import { orderDetailsTexts } from '../../../i18n/en/admin/order-details.ts';
import { progressTexts } from '../../../i18n/en/order-progress.ts';
import type { QueueHandle } from '../review-queue/declaration.ts';
import type { Order } from './order.ts';
import { progressTool } from './order-tools.tsx';

/** How far the order is, and the button that sets it. */
export function ProgressValue({ order, queue }: { order: Order; queue: QueueHandle<Order> }) {
  const { edit, progressTitle, unknown } = useStore(orderDetailsTexts);
  const isKnown = progressWords(order, useStore(progressTexts)) !== undefined;
  return (
    <Flex justify="space-between" align="start" gap="3">
      <Span flex="1" minW="0" color={isKnown ? undefined : 'fg.muted'}>
        {isKnown ? <OrderProgress order={order} /> : unknown}
      </Span>
      <Button
        size={{ base: 'sm', md: '2xs' }}
        variant="outline"
        my={{ base: '-2', md: '0' }}
        aria-label={`${edit}: ${progressTitle({ id: String(order.id) })}`}
        onClick={() => progressTool.open(order, queue)}
      >
        {edit}
      </Button>
    </Flex>
  );
}
