import { z } from 'zod';
import { parseId } from '../../../../shared/parse-id.ts';
import { openTicketInput } from '../../../../shared/tickets.ts';
import type { TicketAbout } from '../../lib/paths.ts';

const { subject, message } = openTicketInput.shape;

/** What a ticket is about as it stands in the form: `order:42`, `recharge:7`, or nothing. */
export const typedTicket = z.object({ about: z.string(), subject, message });

/** The value of the choice for an order or a recharge. */
export function aboutValue(about: TicketAbout): string {
  return 'orderId' in about ? `order:${about.orderId}` : `recharge:${about.rechargeId}`;
}

/** What a value of the choice means; undefined for nothing, and for what stands for nothing. */
export function readAbout(value: string): TicketAbout | undefined {
  const [kind, number = ''] = value.split(':');
  const id = parseId(number);
  if (id === null) return undefined;
  if (kind === 'order') return { orderId: id };
  return kind === 'recharge' ? { rechargeId: id } : undefined;
}

/** What the address asks a ticket about, such as `?orderId=42`. */
export function aboutInAddress(params: URLSearchParams): TicketAbout | undefined {
  const [orderId, rechargeId] = ['orderId', 'rechargeId'].map((name) => parseId(params.get(name) ?? ''));
  if (orderId) return { orderId };
  return rechargeId ? { rechargeId } : undefined;
}
