import type { EntryKind } from '../../../../shared/entry-kinds.ts';
import type { Nanos } from '../../../../shared/money.ts';
import { entryTexts, walletTexts } from '../../i18n/en/wallet.ts';
import { orderPath, rechargePath } from '../../lib/paths.ts';

interface Entry {
  kind: EntryKind;
  amountNanos: Nanos;
  orderId: number | null;
  rechargeId: number | null;
}

/** What moved the money, in a customer's words; an admin may also take back what was given. */
export function entryWords({ kind, amountNanos }: Entry): string {
  return entryTexts.get()[kind === 'grant' && amountNanos < 0 ? 'takenBack' : kind];
}

/** The order or recharge behind an entry, if there is one. */
export function entryLink({ orderId, rechargeId }: Entry): { to: string; label: string } | null {
  const t = walletTexts.get();
  if (orderId !== null) return { to: orderPath(orderId), label: t.orderNumber({ id: String(orderId) }) };
  if (rechargeId !== null) return { to: rechargePath(rechargeId), label: t.rechargeNumber({ id: String(rechargeId) }) };
  return null;
}
