import { adminEntryTexts } from '../../../i18n/en/admin/admin-users.ts';
import { missingTexts } from '../../../i18n/en/admin/missing.ts';
import type { Outputs } from '../../../lib/trpc.ts';

export type Missing = Outputs['admin']['missing']['list']['items'][number];

/** The kind of an entry, with the number that its order or recharge had: "Order #100". */
export function entryWords({ kind, amountNanos, orderId, rechargeId }: Missing): string {
  const number = orderId ?? rechargeId;
  return number === null ? kindWords(kind, amountNanos) : `${kindWords(kind, amountNanos)} #${number}`;
}

function kindWords(kind: Missing['kind'], amountNanos: number): string {
  if (kind === 'recharge_request') return missingTexts.get().recharge_request;
  return adminEntryTexts.get()[kind === 'grant' && amountNanos < 0 ? 'takenBack' : kind];
}
