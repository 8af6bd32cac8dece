import type { EntryKind } from '../../../../shared/entry-kinds.ts';
import type { Nanos } from '../../../../shared/money.ts';
import { orderPath, paths } from '../../lib/paths.ts';

interface Entry {
  kind: EntryKind;
  amountNanos: Nanos;
  orderId: number | null;
  rechargeId: number | null;
}

const words: Record<EntryKind, string> = {
  recharge: 'Recharge approved',
  grant: 'Balance given',
  order_charge: 'Order placed',
  order_refund: 'Failed order refunded',
  order_recharge: 'Order approved after all',
  order_partial_refund: 'Undelivered units refunded',
};

/** What moved the money, in a customer's words; an admin may also take back what was given. */
export function entryWords({ kind, amountNanos }: Entry): string {
  return kind === 'grant' && amountNanos < 0 ? 'Balance taken back' : words[kind];
}

/** The order or recharge behind an entry, if there is one. */
export function entryLink({ orderId, rechargeId }: Entry): { to: string; label: string } | null {
  if (orderId !== null) return { to: orderPath(orderId), label: `Order #${orderId}` };
  if (rechargeId !== null)
    return { to: `${paths.rechargeHistory}?q=%23${rechargeId}`, label: `Recharge #${rechargeId}` };
  return null;
}
