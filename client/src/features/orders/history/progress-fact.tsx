import { useStore } from '@nanostores/react';
import { OrderProgress, progressWords } from '../../../components/order-progress.tsx';
import { Fact } from '../../../components/receipt/receipt.tsx';
import { progressTexts } from '../../../i18n/en/order-progress.ts';
import type { Outputs } from '../../../lib/trpc.ts';

/** How far the order is, in its facts; nothing while that is unknown. */
export function ProgressFact({ order }: { order: Outputs['orders']['get'] }) {
  const t = useStore(progressTexts);
  if (progressWords(order, t) === undefined) return null;
  return (
    <Fact label={t.progress}>
      <OrderProgress order={order} />
    </Fact>
  );
}
