import { parseId } from '#shared/parse-id.ts';
import type { ticketTexts } from '../../i18n/en/tickets.ts';
import type { TicketAbout } from '../../lib/paths.ts';

/** The subject of a ticket in the form: `order:42` or `recharge:7`. */
export function aboutValue(about: TicketAbout): string {
  return 'orderId' in about ? `order:${about.orderId}` : `recharge:${about.rechargeId}`;
}

/** Reads such a value; undefined for anything else. */
export function readAbout(value: string): TicketAbout | undefined {
  const [kind, number = ''] = value.split(':');
  const id = parseId(number);
  if (id === null) return undefined;
  if (kind === 'order') return { orderId: id };
  return kind === 'recharge' ? { rechargeId: id } : undefined;
}

/** The subject in a URL, such as `?orderId=42`. */
export function aboutInAddress(params: URLSearchParams): TicketAbout | undefined {
  const [orderId, rechargeId] = ['orderId', 'rechargeId'].map((name) => parseId(params.get(name) ?? ''));
  if (orderId) return { orderId };
  return rechargeId ? { rechargeId } : undefined;
}

interface About {
  orderId?: number | null;
  rechargeId?: number | null;
}

/** "Order #42" or "Recharge #7"; undefined if a ticket has neither. */
export function aboutLabel(t: ReturnType<typeof ticketTexts.get>, { orderId, rechargeId }: About): string | undefined {
  if (orderId) return t.aboutOrder({ id: String(orderId) });
  return rechargeId ? t.aboutRecharge({ id: String(rechargeId) }) : undefined;
}
