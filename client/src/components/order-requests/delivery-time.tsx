import { Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuTimer } from 'react-icons/lu';
import { requestTexts } from '../../i18n/en/requests.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { useNow } from '../../lib/use-now.ts';
import { describeDelivery } from './request-words.ts';

type Order = Pick<Outputs['orders']['get'], 'status' | 'createdAt' | 'usualMinutes'>;

/** How long an open order still takes, if the service's deliveries were measured. */
export function DeliveryTime({ order }: { order: Order }) {
  useStore(requestTexts);
  const words = describeDelivery(order, useNow());
  if (words === null) return null;
  return (
    <Flex gap="2" align="center" textStyle="sm" fontVariantNumeric="tabular-nums">
      <LuTimer aria-hidden />
      <span>{words}</span>
    </Flex>
  );
}
