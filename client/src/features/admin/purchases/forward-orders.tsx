import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Suspense, useState } from 'react';
import { LuShoppingCart } from 'react-icons/lu';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';

const { Part: ForwardOrdersDialog, preload } = lazyWithPreload(() => import('./forward-orders-dialog.tsx'));

const waiting: readonly string[] = ['pending', 'processing'];

interface ForwardOrdersProps {
  /** The selected orders. */
  rows: readonly { id: number; status: string }[];
  /** Called after the start. */
  onDone: () => void;
  /** Called when the dialog opens and when it closes. */
  onOpenChange: (isOpen: boolean) => void;
}

/** Forwards selected orders that are handwork: those that were placed before their service got a source. */
export default function ForwardOrders({ rows, onDone, onOpenChange }: ForwardOrdersProps) {
  const t = useStore(forwardTexts);
  const [orderIds, setOrderIds] = useState<number[] | null>(null);
  const open = rows.filter(({ status }) => waiting.includes(status)).map(({ id }) => id);
  const close = () => {
    setOrderIds(null);
    onOpenChange(false);
  };
  if (open.length === 0 && !orderIds) return null;
  return (
    <>
      <Button
        size={{ base: 'sm', sm: 'md' }}
        variant="outline"
        flex={{ base: '1 1 auto', sm: 'none' }}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setOrderIds(open);
          onOpenChange(true);
        }}
      >
        <LuShoppingCart aria-hidden /> {t.forward({ count: open.length })}
      </Button>
      <Suspense>
        {orderIds && (
          <ForwardOrdersDialog
            orderIds={orderIds}
            onClose={close}
            onStarted={() => {
              onDone();
              close();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
