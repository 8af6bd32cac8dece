import { Box } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../../components/app-link.tsx';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { managedOrderPath, managedRechargePath } from '../../../lib/paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';

type About = Pick<Outputs['admin']['tickets']['list']['items'][number], 'orderId' | 'rechargeId'>;

/** Leads to the order or recharge of a ticket. */
export function AboutLink({ ticket }: { ticket: About }) {
  useStore(adminTicketTexts);
  const about = aboutOf(ticket);
  if (!about) return null;
  return (
    <Box asChild textDecoration="underline" textUnderlineOffset="3px" whiteSpace="nowrap">
      <AppLink to={about.to}>{about.words}</AppLink>
    </Box>
  );
}

/** The order or recharge of a ticket in words, and its address; undefined without one. */
export function aboutOf({ orderId, rechargeId }: About): { words: string; to: string } | undefined {
  const t = adminTicketTexts.get();
  if (orderId !== null) return { words: t.aboutOrder({ id: String(orderId) }), to: managedOrderPath(orderId) };
  if (rechargeId === null) return undefined;
  return { words: t.aboutRecharge({ id: String(rechargeId) }), to: managedRechargePath(rechargeId) };
}
