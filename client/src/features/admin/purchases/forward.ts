import { minus, parseSupplierAmount, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { formatAmount } from '../../../lib/money.ts';
import type { Outputs } from '../../../lib/trpc.ts';

/** The purchase of an order at a supplier. */
export type Forward = Outputs['admin']['forwards']['list']['items'][number];
export type ForwardState = Forward['state'];

/** The filters of the queue: those that need a person first. */
export const forwardFilters = [
  'unknown',
  'refused',
  'flagged',
  'waiting_funds',
  'queued',
  'sending',
  'accepted',
  'withdrawn',
  'all',
] as const;
export type ForwardFilter = (typeof forwardFilters)[number];

/** The filters of which empty ones are hidden. The page opens with the first that has purchases. */
const workFilters = forwardFilters.slice(0, 6) as (keyof Outputs['admin']['forwards']['counts'])[];

/** The filter that the page opens with, by the number of purchases. */
export function filterWithWork(counts: Partial<Outputs['admin']['forwards']['counts']>): ForwardFilter {
  return workFilters.find((filter) => (counts[filter] ?? 0) > 0) ?? 'all';
}

/** Since when a purchase is in its state. */
export function sinceOf(forward: Forward): string {
  const { state, unknownSince, waitingSince, acceptedAt, sentAt, endedAt, createdAt } = forward;
  const since = {
    unknown: unknownSince,
    waiting_funds: waitingSince,
    accepted: acceptedAt,
    sending: sentAt,
    refused: endedAt,
    withdrawn: endedAt,
    queued: null,
  }[state];
  return since ?? createdAt;
}

type CostInDollars = Pick<Forward, 'costNanos' | 'chargedNanos' | 'chargeNanos'>;

/** "$0.90 of $1.20", or a dash before a source was chosen. */
export function costWords({ costNanos, chargedNanos, chargeNanos }: CostInDollars): string {
  const [cost, charge] = [chargedNanos ?? costNanos, formatAmount(chargeNanos)];
  if (cost === null) return `– / ${charge}`;
  return forwardTexts.get().costAndCharge({ cost: formatAmount(cost), charge });
}

/** The same, with the cost in the supplier's own currency if that is another one. */
export function costInFull(forward: CostInDollars & Pick<Forward, 'cost' | 'charged' | 'currency'>): string {
  const { currency } = forward;
  const cost = forward.charged ?? forward.cost;
  const isOther = cost !== null && currency !== null && currency !== 'USD';
  return isOther ? `${costWords(forward)} (${formatUnits(cost, currency)})` : costWords(forward);
}

/** The figures behind a flag: what the supplier charged more than its list says, or says that it did not deliver. */
export function figuresOfFlag(forward: Forward): string | undefined {
  const { flag, cost, currency, supplierCharge, supplierRemains, quantity } = forward;
  const t = forwardTexts.get();
  if (flag === 'completed_with_remains' && supplierRemains !== null)
    return t.saidUndelivered({ remains: formatCount(supplierRemains), quantity: formatCount(quantity) });
  if (flag !== 'overcharged' || cost === null || currency === null || supplierCharge === null) return undefined;
  const [charged, listed] = [parseSupplierAmount(supplierCharge), parseSupplierAmount(cost)];
  if (charged === null || listed === null) return undefined;
  const loss = supplierDecimal(minus(charged, listed), AMOUNT_SCALE);
  const inUnits = (amount: string) => formatUnits(amount, currency);
  return t.chargedMore({ charge: inUnits(supplierCharge), list: inUnits(cost), more: inUnits(loss) });
}
