import { Box } from '@chakra-ui/react';
import { AppLink } from '../../../components/app-link.tsx';
import { paths } from '../../../lib/paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';

type Ticket = Outputs['admin']['tickets']['list']['items'][number];

/** Leads to the order or recharge of a ticket. */
export function AboutLink({ ticket: { orderId, rechargeId } }: { ticket: Pick<Ticket, 'orderId' | 'rechargeId'> }) {
  if (orderId === null && rechargeId === null) return null;
  const [words, to] =
    orderId === null
      ? [`Recharge #${rechargeId}`, `${paths.manageRecharges}?status=all&q=${rechargeId}`]
      : [`Order #${orderId}`, `${paths.manageOrders}?status=all&q=${orderId}`];
  return (
    <Box asChild textDecoration="underline" textUnderlineOffset="3px" whiteSpace="nowrap">
      <AppLink to={to}>{words}</AppLink>
    </Box>
  );
}
