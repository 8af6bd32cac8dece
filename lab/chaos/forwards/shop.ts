import { randomUUID } from 'node:crypto';
import type { Nanos } from '#shared/money.ts';
import { type Client, queryPath } from '../client.ts';
import type { Acknowledged, Shop } from '../work.ts';
import type { ManagedSupplier } from './suppliers.ts';

/** The part of the shop that is forwarded. */
export interface ForwardedShop {
  suppliers: (ManagedSupplier & { id: number })[];
  /** Bought at one supplier, at the other, and at both in either order. */
  services: { id: number; quantity: number }[];
  /** How many links were used. The suppliers' faults depend on the link. */
  links: number;
}

interface ServiceInList {
  id: number;
  type: string;
  min: number;
  priceMicros: number;
}

/** Dearer than the suppliers' cost. */
const LEAST_PRICE_MICROS = 4_000;

/** Adds the suppliers to the panel, and sources to four of its services. */
export async function addSuppliers(
  client: Client,
  { admin }: Pick<Shop, 'admin'>,
  started: ManagedSupplier[],
): Promise<ForwardedShop> {
  const suppliers: ForwardedShop['suppliers'] = [];
  for (const supplier of started) {
    const { name, url, key, takesRequestId: idempotent } = supplier;
    const terms = { currency: 'USD', rate: '1', idempotent, callsPerMinute: 6_000 };
    const input = { name, url, key, ...terms, requestId: randomUUID() };
    const saved = await client.ask<{ supplier: { id: number } }>('admin.suppliers.save', input, admin);
    suppliers.push({ ...supplier, id: saved.supplier.id });
  }
  const [first, second] = suppliers.map(({ id }) => id);
  const { items } = await client.ask<{ items: ServiceInList[] }>(queryPath('services.list', { limit: 100 }), undefined);
  const sold = items.filter(({ type, priceMicros }) => type === 'default' && priceMicros >= LEAST_PRICE_MICROS);
  const services: ForwardedShop['services'] = [];
  for (const [nth, sources] of [[first], [second], [first, second], [second, first]].entries()) {
    // The last ones of the list: the others' orders are handwork.
    const service = sold.at(-1 - nth);
    if (!service) throw new Error('The panel has too few services to forward');
    const externalId = String(101 + nth);
    const input = { id: service.id, sources: sources.map((supplierId) => ({ supplierId, externalId })) };
    await client.ask('admin.services.setSources', input, admin);
    services.push({ id: service.id, quantity: service.min });
  }
  return { suppliers, services, links: 0 };
}

/**
 * An order that is forwarded. Its link names it, so that the suppliers' orders can be compared with it. A service is off sale while all
 * its sources have refused it.
 */
export async function orderForwarded(
  client: Client,
  forwardedShop: ForwardedShop,
  { orders, forwarded }: Acknowledged,
  customer: Shop['customers'][number],
): Promise<void> {
  const requestId = randomUUID();
  const { services } = forwardedShop;
  const nth = forwardedShop.links++;
  const service = services[nth % services.length];
  if (!service) throw new Error('There is no forwarded service');
  const link = `https://example.com/${nth}`;
  const input = { serviceId: service.id, quantity: service.quantity, link, requestId };
  const codes = ['service_not_found'] as const;
  const placed = await client.askOr('orders.place', input, { ...customer, codes });
  if (placed.code) return;
  const { id: orderId, chargeNanos } = (placed.data as { order: { id: number; chargeNanos: Nanos } }).order;
  orders.push({ requestId, userId: customer.id, orderId, chargeNanos });
  forwarded.push({ orderId, link });
}
