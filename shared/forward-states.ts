/**
 * The states of a forward, the purchase of one order at suppliers. See `docs/suppliers.md`.
 * - `queued`: waits to be sent
 * - `sending`: committed before any byte leaves
 * - `accepted`: the supplier has the order and named its id
 * - `refused`: the last source refused; nothing was bought, and a person decides
 * - `unknown`: the supplier may have bought it. Only evidence or a person settles it
 * - `waiting_funds`: the balance at the supplier was not enough
 * - `withdrawn`: a person decided the order, or settled a refused forward
 */
export const forwardStates = [
  'queued',
  'sending',
  'accepted',
  'refused',
  'unknown',
  'waiting_funds',
  'withdrawn',
] as const;
export type ForwardState = (typeof forwardStates)[number];

/** States in which the supplier may have the order. */
export const statesAtSupplier = ['sending', 'unknown', 'accepted'] as const satisfies ForwardState[];

/** The supplier that has an open order, or may have it. */
export interface AtSupplier {
  /** Null for an order of a restored backup that may have been sent to any of its sources. */
  supplierId: number | null;
  supplierName: string | null;
  /** The order's number there, and the supplier's last word for its status. */
  externalOrderId: string | null;
  supplierStatus: string | null;
}

/** States after which an order may get another forward. */
export const endedForwardStates = ['refused', 'withdrawn'] as const satisfies ForwardState[];

/** Legal changes of state. The database refuses others. */
export const legalForwardChanges: Record<ForwardState, readonly ForwardState[]> = {
  queued: ['sending', 'refused', 'withdrawn', 'unknown'],
  sending: ['accepted', 'refused', 'unknown', 'waiting_funds', 'queued'],
  waiting_funds: ['queued', 'sending', 'refused', 'withdrawn', 'unknown'],
  unknown: ['accepted', 'queued', 'refused', 'waiting_funds', 'withdrawn'],
  accepted: [],
  /** A person has decided: sent again as another forward, or refunded. */
  refused: ['withdrawn'],
  withdrawn: [],
};

/** Why a forward needs a person, or why it waits. */
export const forwardFlags = [
  /** The supplier's word for a status is in no table. */
  'unknown_status',
  /** Remains below 0 or above the quantity. */
  'remains_out_of_range',
  /** The supplier did not know the order, three times. */
  'order_not_known',
  /** A package was delivered in part. */
  'partial_package',
  /** Canceled, with a charge above 0. */
  'charged_though_canceled',
  /** The supplier gave money back after the order's end. */
  'money_back',
  /** Every source refused. */
  'all_refused',
  /** The next source costs more than the order's price. */
  'too_expensive',
  /** An order with this link was active at the supplier for 24 hours. */
  'link_in_use',
  /** A start count or a status changed after the order's end. */
  'changed_after_end',
  /** The supplier charged more than the order's price, or more than 10 % above the listed cost. */
  'overcharged',
  /** Completed, with units that the supplier says it did not deliver. */
  'completed_with_remains',
  /** Three statuses in a row could not be read. */
  'unreadable_status',
] as const;
export type ForwardFlag = (typeof forwardFlags)[number];

/** What the balance at the supplier proves about an unknown purchase: it fell by the cost, or it did not move. */
export const balanceProofs = ['bought', 'not_bought'] as const;
/** Flags that are counted, listed and notified of apart from the others: what cost more than it should, and unreadable statuses. */
const flagsApart = { losses: ['overcharged'], words: ['unknown_status', 'unreadable_status'] } as const;
export const flagGroups = ['losses', 'words', 'other'] as const;
export type FlagGroup = (typeof flagGroups)[number];

/** The flags of a group. Purchases that are unknown or refused are in none: they have a state that needs a person. */
export function flagsOf(group: FlagGroup): readonly ForwardFlag[] {
  if (group !== 'other') return flagsApart[group];
  const apart: readonly ForwardFlag[] = Object.values(flagsApart).flat();
  return forwardFlags.filter((flag) => !apart.includes(flag));
}

/** A person's answers to an unknown or refused forward. */
export const settleOutcomes = ['bought', 'not_bought', 'refund'] as const;
export type SettleOutcome = (typeof settleOutcomes)[number];

/** Sources of one service. */
export const MAX_SOURCES = 5;
