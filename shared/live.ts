/** What a screen may show that has changed. */
export const changeKinds = ['balance', 'order', 'recharge', 'ticket', 'notice'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Something has changed, and is to be read again; never how. */
export interface Change {
  kind: ChangeKind;
  /**
   * Which one; anything of the kind may have changed where it is left out. Of a balance: whose, where it is not one's own; admins
   * alone are told of those.
   */
  id?: number;
}
