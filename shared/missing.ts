import { z } from 'zod';
import { entryKinds } from './entry-kinds.ts';
import { id, nanosOut } from './numbers.ts';
import { pageInput, pageOf } from './paging.ts';
import { neededReason } from './text.ts';

/** What the panel acknowledges to its users: entries of the ledger, and recharge requests, which move no money yet. */
export const acknowledgedKinds = [...entryKinds, 'recharge_request'] as const;

/** How an admin settled a missing entry. */
export const missingOutcomes = [
  /** It was made again: by a new order, a decision, a gift or a new request. */
  'restored',
  /** The customer has the money: the charge is gone with the order, or it was given back. */
  'refunded',
  /** Nothing is owed, for example for a test order. */
  'ignored',
] as const;

/** Open until it is settled by an admin or found again. */
const missingStates = ['open', 'settled', 'found'] as const;

/** `settled` also lists entries that were found again. */
export const missingFilters = ['open', 'settled'] as const;

export const missingListInput = pageInput.extend({ state: z.enum(missingFilters).default('open') });
export type MissingListInput = z.output<typeof missingListInput>;

/** An acknowledged entry that the database lacks. Ids are those of the lost rows: others may have them by now. */
export const missingEntry = z.object({
  id,
  state: z.enum(missingStates),
  kind: z.enum(acknowledgedKinds),
  /** The name is null if no such user has existed since then. */
  customer: z.object({ id, userName: z.string().nullable() }),
  /** Added to the wallet, negative for a charge; of a recharge request the amount to add. */
  amountNanos: nanosOut,
  balanceAfterNanos: nanosOut.nullable(),
  orderId: id.nullable(),
  rechargeId: id.nullable(),
  grantId: id.nullable(),
  serviceId: id.nullable(),
  service: z.string().nullable(),
  link: z.string().nullable(),
  quantity: z.int().nullable(),
  method: z.string().nullable(),
  /** The transaction ID of the payment. */
  reference: z.string().nullable(),
  acknowledgedAt: z.date(),
  noticedAt: z.date(),
  foundAt: z.date().nullable(),
  outcome: z.enum(missingOutcomes).nullable(),
  reason: z.string().nullable(),
  settledBy: z.string().nullable(),
  settledAt: z.date().nullable(),
});
export type MissingEntry = z.output<typeof missingEntry>;

/** `open` is the number of all open entries. */
export const missingPage = pageOf(missingEntry).extend({ open: z.int() });
export type MissingPage = z.output<typeof missingPage>;

export const settleMissingInput = z.strictObject({
  id,
  outcome: z.enum(missingOutcomes),
  reason: neededReason,
});
export type SettleMissingInput = z.output<typeof settleMissingInput>;
