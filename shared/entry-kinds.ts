/** The row behind its entries, which decides the shop's account; its effect on the wallet; its figure for the shop; its name in exports. */
interface KindRule {
  of: 'order' | 'recharge' | 'grant';
  moves: 'in' | 'out' | 'both';
  figure: 'received' | 'given' | 'refunded' | 'charged' | 'reversed';
  name: string;
}

/** The kinds of ledger entries. The check constraints of `db/schema/ledger.ts` follow from them: a new kind needs a migration. */
export const entryRules = {
  /** An approved recharge. */
  recharge: { of: 'recharge', moves: 'in', figure: 'received', name: 'Recharge' },
  /** A reversal of a recharge that was approved by mistake: what was left of it. */
  recharge_reversal: { of: 'recharge', moves: 'out', figure: 'reversed', name: 'Recharge reversed' },
  /** Added by an admin outside any payment; a negative amount was taken back. */
  grant: { of: 'grant', moves: 'both', figure: 'given', name: 'Given by the shop' },
  /** The charge of a new order. */
  order_charge: { of: 'order', moves: 'out', figure: 'charged', name: 'Order' },
  /** The full charge of a rejected order, refunded. */
  order_refund: { of: 'order', moves: 'in', figure: 'refunded', name: 'Refund' },
  /** The charge of an order that was rejected and completed later. */
  order_recharge: { of: 'order', moves: 'out', figure: 'charged', name: 'Order charged again' },
  /** The price of undelivered units, refunded. */
  order_partial_refund: { of: 'order', moves: 'in', figure: 'refunded', name: 'Partial refund' },
} as const satisfies Record<string, KindRule>;
export type EntryKind = keyof typeof entryRules;
export const entryKinds = Object.keys(entryRules) as [EntryKind, ...EntryKind[]];

/** What an entry is of. */
export type EntrySubject = KindRule['of'];
/** The kinds of entries of an order, a recharge or a grant. */
export type KindOf<Subject extends EntrySubject> = {
  [Kind in EntryKind]: (typeof entryRules)[Kind]['of'] extends Subject ? Kind : never;
}[EntryKind];

/** Kinds of totals: entry kinds, with what was taken back separate. */
export const totalKinds = [...entryKinds, 'grant_taken_back'] as const;
export type TotalKind = (typeof totalKinds)[number];

/** The rule of a kind, without the literals of its entry. */
export const entryRule = (kind: EntryKind): KindRule => entryRules[kind];

/** The kinds whose rule satisfies a condition. */
export function kindsWith(is: (rule: KindRule, kind: EntryKind) => boolean): EntryKind[] {
  return entryKinds.filter((kind) => is(entryRule(kind), kind));
}

/** The same as a list for SQL. */
export const kindsInSql = (is: Parameters<typeof kindsWith>[0]): string => `'${kindsWith(is).join("', '")}'`;

/** The kind of an entry in words: a negative grant is one that was taken back. */
export function wordOfEntry({ kind, amountNanos }: { kind: EntryKind; amountNanos: number }): EntryKind | 'takenBack' {
  return kind === 'grant' && amountNanos < 0 ? 'takenBack' : kind;
}
