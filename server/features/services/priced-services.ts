import { createHash } from 'node:crypto';
import { asc } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { type ChangedPrice, MAX_PRICES, type PreviewPricesInput } from '#shared/admin-services.ts';
import { changedByPercent } from '#shared/money.ts';
import { MAX_PRICE_MICROS } from '#shared/services.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { selected } from './selected-services.ts';

/** The outcome of a change by percentage. */
export interface PricedServices {
  found: number;
  /** In the order of their ids. */
  changed: ChangedPrice[];
  /** Those whose new price would be zero or too large. */
  impossible: ChangedPrice[];
  previewHash: string;
}

/**
 * Computes the result of a price change.
 * @param lock locks the services for the transaction that changes them
 * @throws DomainError `service_not_found` if a selected service was deleted, `bad_input` for more than 5,000
 */
export async function pricedServices(
  db: Db | Tx,
  { ids, percentHundredths, stepMicros, ...filter }: PreviewPricesInput,
  { lock = false } = {},
): Promise<PricedServices> {
  const query = db
    .select({ id: services.id, name: services.name, category: services.category, fromMicros: services.priceMicros })
    .from(services)
    .where(await selected(db, { ids, ...filter }))
    .orderBy(asc(services.id))
    .limit(MAX_PRICES + 1);
  const rows = await (lock ? query.for('no key update') : query);
  if (ids && rows.length < new Set(ids).size) throw new DomainError('service_not_found');
  if (rows.length > MAX_PRICES)
    throw fieldError('bad_input', 'ids', `At most ${MAX_PRICES} prices can be changed at once.`);

  const priced = rows.map((row) => ({
    ...row,
    toMicros: changedByPercent(row.fromMicros, percentHundredths, stepMicros),
  }));
  const changed = priced.filter(({ fromMicros, toMicros }) => fromMicros !== toMicros);
  const impossible = changed.filter(({ toMicros }) => toMicros <= 0 || toMicros > MAX_PRICE_MICROS);
  return { found: rows.length, changed, impossible, previewHash: previewHashOf(priced) };
}

/** Identifies a change exactly: every selected service, its current and its new price. */
export function previewHashOf(priced: Pick<ChangedPrice, 'id' | 'fromMicros' | 'toMicros'>[]): string {
  const costs = priced.map(({ id, fromMicros }) => [id, fromMicros]);
  const wouldCost = priced.map(({ id, toMicros }) => [id, toMicros]);
  return `${hashOf(costs)}.${hashOf(wouldCost)}`;
}

/** Whether a change was already applied, for example when its response was lost: every price equals its intended one. */
export function wasMade(previewHash: string, { previewHash: now }: PricedServices): boolean {
  return previewHash.split('.')[1] === now.split('.')[0];
}

function hashOf(prices: number[][]): string {
  return createHash('sha256').update(JSON.stringify(prices)).digest('hex');
}
