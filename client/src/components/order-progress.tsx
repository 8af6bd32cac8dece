import { Box } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { deliveredUnits } from '#shared/delivered-units.ts';
import { progressTexts } from '../i18n/en/order-progress.ts';
import type { Outputs } from '../lib/trpc.ts';

type Order = Pick<
  Outputs['orders']['list']['items'][number],
  'quantity' | 'status' | 'remaining' | 'startCount' | 'remains'
>;

/** "1,200 of 5,000, started at 830"; undefined if nothing of it is known. */
export function progressWords(order: Order, t = progressTexts.get()): string | undefined {
  const delivered = deliveredUnits(order);
  const { quantity, startCount: start } = order;
  if (delivered === null) return start === null ? undefined : t.from({ start });
  return start === null ? t.delivered({ delivered, quantity }) : t.deliveredFrom({ delivered, quantity, start });
}

/** How far an order is, in words and, if the delivered units are known, as a bar. */
export function OrderProgress({ order }: { order: Order }) {
  const words = progressWords(order, useStore(progressTexts));
  const delivered = deliveredUnits(order);
  return (
    <>
      {words}
      {delivered !== null && (
        <Box mt="1.5" h="1.5" maxW="60" bg="bg.emphasized" rounded="full" overflow="clip" aria-hidden>
          <Box h="full" w={`${(delivered / order.quantity) * 100}%`} bg="fg.success" />
        </Box>
      )}
    </>
  );
}
