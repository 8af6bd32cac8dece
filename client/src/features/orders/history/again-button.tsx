import { IconButton } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { LuRepeat2 } from 'react-icons/lu';
import { numbered } from '../../../components/service-name.tsx';
import { orderTexts } from '../../../i18n/en/orders.ts';
import { orderedService } from '../../../lib/ordered-service.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useOrderParam } from '../../../lib/use-order-param.ts';
import { preloadOrderDialog } from '../order-dialog-host.tsx';

type Order = Outputs['orders']['list']['items'][number];

/** Opens the order dialog with the values of an order of the list. The list has no comments, so they are read first. */
export function AgainButton({ order }: { order: Order }) {
  const t = useStore(orderTexts);
  const utils = trpc.useUtils();
  const { open } = useOrderParam();
  const [isReading, setReading] = useState(false);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const openAgain = async () => {
    if (isReading) return;
    setReading(true);
    // An order's comments never change. Without them the dialog requires new ones.
    const read = await utils.orders.get
      .fetch({ id: order.id }, { staleTime: Number.POSITIVE_INFINITY })
      .catch(() => undefined);
    // The customer may have left the page.
    if (!isMounted.current) return;
    setReading(false);
    open(order.serviceId, { ...order, comments: read?.comments });
  };
  return (
    <IconButton
      size="sm"
      variant="ghost"
      aria-label={t.againFor({ service: numbered(orderedService(order)) })}
      title={t.again}
      // Not disabled: the dialog gives the focus back to it.
      aria-busy={isReading}
      opacity={isReading ? 0.5 : undefined}
      onPointerEnter={preloadOrderDialog}
      onClick={() => void openAgain()}
    >
      <LuRepeat2 />
    </IconButton>
  );
}
