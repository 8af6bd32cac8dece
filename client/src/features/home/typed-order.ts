import type { OrderDraft } from '../../lib/order-draft.ts';
import { paths } from '../../lib/paths.ts';

/** The names of the order form's fields, which are also search parameters of the home page. */
export const ORDER_PARAM = 'order';
export const LINK_PARAM = 'link';
export const QUANTITY_PARAM = 'quantity';

/** The home page with an order dialog open, filled in. */
export function typedOrderPath(serviceId: number, { link, quantity }: OrderDraft): string {
  const params = new URLSearchParams({ [ORDER_PARAM]: String(serviceId) });
  if (link) params.set(LINK_PARAM, link);
  if (quantity) params.set(QUANTITY_PARAM, quantity);
  return `${paths.home}?${params}`;
}
