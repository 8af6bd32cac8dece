import { wordOfEntry } from '#shared/entry-kinds.ts';
import { adminEntryTexts } from '../../../i18n/en/admin/admin-users.ts';
import { missingTexts } from '../../../i18n/en/admin/missing.ts';
import type { Outputs } from '../../../lib/trpc.ts';

export type Missing = Outputs['admin']['missing']['list']['items'][number];

/** The kind of an entry, with the number that its order or recharge had: "Order #100". */
export function entryWords({ kind, amountNanos, orderId, rechargeId }: Missing): string {
  const number = orderId ?? rechargeId;
  const words =
    kind === 'recharge_request'
      ? missingTexts.get().recharge_request
      : adminEntryTexts.get()[wordOfEntry({ kind, amountNanos })];
  return number === null ? words : `${words} #${number}`;
}
