/** The fields of a service that may follow its first source. */
export const supplierFields = ['name', 'description', 'min', 'max', 'refill', 'cancel'] as const;
export type SupplierField = (typeof supplierFields)[number];

/** Why the panel paused a service: its price is below the cost and the least margin, the cost has risen too much, or no source sells it. */
export const servicePauses = ['below_cost', 'dearer', 'gone'] as const;

/** Why a source is skipped. `dearer` is a rise of the cost beyond the rule. */
export const sourcePauses = [
  ...(['person', 'refused', 'gone', 'type_changed', 'limits_changed', 'below_cost', 'dearer'] as const),
  /** Three purchases were charged too much. */
  'overcharged',
] as const;
export type SourcePause = (typeof sourcePauses)[number];

/** Why a supplier's list was not taken. Nothing was changed then. */
export const listProblems = ['failed', 'empty', 'shrunken'] as const;
export type ListProblem = (typeof listProblems)[number];

/** How a cost differs from the accepted one, so that a person has to accept it. A small fall needs no acceptance. */
export const costWaits = [
  /** It is above, within the rule: the price has moved already. */
  'risen',
  /** It is above by more than the rule. */
  'dearer',
  /** It is below by more than a small fall. */
  'cheaper',
  /** It is 0, or below by more than half: accepted line by line only. */
  'doubted',
] as const;

/** Why a line of a list can't be read. */
export const unreadableReasons = [
  ...(['no_service', 'too_long', 'no_id', 'no_name', 'no_rate', 'rate_not_a_number', 'rate_negative'] as const),
  ...(['rate_other_currency', 'limits_not_numbers', 'two_rates'] as const),
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];
