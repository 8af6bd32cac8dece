import { Box } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../../components/app-link.tsx';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { managedOrderPath, managedRechargePath } from '../../../lib/paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';

type Ticket = Outputs['admin']['tickets']['list']['items'][number];

/** Leads to the order or recharge of a ticket. */
export function AboutLink({ ticket: { orderId, rechargeId } }: { ticket: Pick<Ticket, 'orderId' | 'rechargeId'> }) {
  const t = useStore(adminTicketTexts);
  if (orderId === null && rechargeId === null) return null;
  const [words, to] =
    orderId === null
      ? [t.aboutRecharge({ id: String(rechargeId) }), managedRechargePath(rechargeId ?? 0)]
      : [t.aboutOrder({ id: String(orderId) }), managedOrderPath(orderId)];
  return (
    <Box asChild textDecoration="underline" textUnderlineOffset="3px" whiteSpace="nowrap">
      <AppLink to={to}>{words}</AppLink>
    </Box>
  );
}
