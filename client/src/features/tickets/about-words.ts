import type { ticketTexts } from '../../i18n/en/tickets.ts';
import type { Outputs } from '../../lib/trpc.ts';

type About = Pick<Outputs['tickets']['list']['items'][number], 'orderId' | 'rechargeId'>;

/** What a ticket is about, in words; undefined where it is about nothing of the customer's. */
export function aboutWords(t: ReturnType<typeof ticketTexts.get>, { orderId, rechargeId }: About): string | undefined {
  if (orderId !== null) return t.aboutOrder({ id: String(orderId) });
  if (rechargeId !== null) return t.aboutRecharge({ id: String(rechargeId) });
  return undefined;
}
