import { Button, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { OrderProgress, progressWords } from '../../../components/order-progress.tsx';
import { orderDialogTexts } from '../../../i18n/en/admin/order-dialogs.ts';
import { progressTexts } from '../../../i18n/en/order-progress.ts';
import type { QueueHandle } from '../review-queue/declaration.ts';
import { DetailsSection } from '../review-queue/details-parts.tsx';
import type { Order } from './order-decisions.tsx';
import { progressTool } from './order-tools.tsx';

/** How far the order is, and the button that sets it. */
export function ProgressSection({ order, queue }: { order: Order; queue: QueueHandle<Order> }) {
  const t = useStore(progressTexts);
  const { edit, progressTitle, unknown } = useStore(orderDialogTexts);
  return (
    <DetailsSection title={t.progress}>
      <Flex justify="space-between" align="start" gap="3">
        <Span flex="1" minW="0" fontVariantNumeric="tabular-nums">
          {progressWords(order, t) === undefined ? (
            <Span color="fg.muted">{unknown}</Span>
          ) : (
            <OrderProgress order={order} />
          )}
        </Span>
        <Button
          size={{ base: 'sm', md: 'xs' }}
          variant="outline"
          my="-1"
          aria-label={`${edit}: ${progressTitle({ id: String(order.id) })}`}
          onClick={() => progressTool.open(order, queue)}
        >
          {edit}
        </Button>
      </Flex>
    </DetailsSection>
  );
}
