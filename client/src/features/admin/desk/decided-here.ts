/** What a desk lists; ids of orders and of recharges are not each other's. */
export type DeskKind = 'order' | 'recharge';

const decided: Record<DeskKind, Set<number>> = { order: new Set(), recharge: new Set() };

/** Remembers that this browser decided on it, so that it may leave a list: whoever did it knows. */
export function noteDecided(kind: DeskKind, id: number): void {
  decided[kind].add(id);
}

/** Whether this browser decided on it since the page was loaded. */
export function isDecidedHere(kind: DeskKind, id: number): boolean {
  return decided[kind].has(id);
}
