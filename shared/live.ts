/**
 * The kinds of changes that clients subscribe to. `job` is what the server does by itself, also backups; `supplier` a supplier and its
 * list, `forward` a purchase there.
 */
export const changeKinds = [
  'balance',
  'order',
  'recharge',
  'request',
  'ticket',
  'notice',
  'job',
  'supplier',
  'forward',
] as const;
/** The kinds that streams without an input get: a tab of the version before fails on others. */
export const oldestKinds: readonly ChangeKind[] = ['balance', 'order', 'recharge', 'ticket', 'notice', 'job'];
export type ChangeKind = (typeof changeKinds)[number];

/** A change notification. It says what to read again, never the new value. */
export interface Change {
  kind: ChangeKind;
  /** The changed row; without it, any row of this kind. For a balance: its user, sent to admins only. */
  id?: number;
}
