/** The kinds of changes that screens follow. */
export const changeKinds = ['balance', 'order', 'recharge', 'ticket', 'notice'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Something has changed, and is to be read again; never how. */
export interface Change {
  kind: ChangeKind;
  /** The changed row; any row of the kind without it. Of a balance: its user, for admins only. */
  id?: number;
}
